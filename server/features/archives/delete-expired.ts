import * as z from 'zod/mini'
import { type Context, inTransaction } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { type ArchiveRow, deleteArchive, findArchive, listArchives, lockArchiveQuota } from './store.ts'

const dayInMs = 24 * 60 * 60_000
const archiveRetentionInMs = 30 * dayInMs

const Task = z.object({ archiveId: z.string() })
const OrderTask = z.object({ orderId: z.string() })
const FileTask = z.object({ objectKey: z.string() })

export const deleteExpiredArchiveJob = 'archives.forget'
export const removeArchiveFileJob = 'archives.remove-file'

/** Schedules the deletion of an archive: a zip is as large as all its photos and can be rebuilt from them. */
export async function scheduleArchiveDeletion(
  context: Context,
  { id }: Pick<ArchiveRow, 'id'>,
): Promise<void> {
  const runAt = new Date(context.now.getTime() + archiveRetentionInMs)
  await enqueue(context, { kind: deleteExpiredArchiveJob, key: `${id}:0`, payload: { archiveId: id }, runAt })
}

/**
 * Deletes an archive, and its zip by another job. Runs as a job.
 *
 * @returns when to try again for an archive that is being packed, or was requested again
 */
export async function deleteExpiredArchive(context: Context, payload: unknown): Promise<Date | undefined> {
  const { archiveId } = z.parse(Task, payload)
  const archive = await findArchive(context, archiveId)
  const before = new Date(context.now.getTime() - archiveRetentionInMs)
  if (!archive || (await deleteUnused(context, archive, before))) return undefined
  return getTomorrow(context)
}

/**
 * Deletes the archives of an order that was refunded in full, and their zips by other jobs. Runs as a job.
 *
 * @returns when to try again for those that are being packed
 */
export async function deleteWithdrawnArchives(context: Context, payload: unknown): Promise<Date | undefined> {
  const { orderId } = z.parse(OrderTask, payload)
  let areAllDeleted = true
  for (const archive of await listArchives(context, orderId))
    if (!(await deleteUnused(context, archive))) areAllDeleted = false
  return areAllDeleted ? undefined : getTomorrow(context)
}

/** Schedules the removal of the zip of a deleted archive. @param key of the job; absent: one job for each zip */
export function scheduleFileRemoval(
  context: Context,
  { objectKey }: Pick<ArchiveRow, 'objectKey'>,
  key: string = objectKey,
): Promise<void> {
  return enqueue(context, { kind: removeArchiveFileJob, key, payload: { objectKey } })
}

/** Removes the zip of a deleted archive. Runs as a job. */
export async function removeArchiveFile(
  { objects }: Pick<Services, 'objects'>,
  payload: unknown,
): Promise<void> {
  await objects.remove(z.parse(FileTask, payload).objectKey)
}

/**
 * Deletes an archive and schedules the removal of its zip atomically. A request at the same time either gets this archive, which
 * then stays, or a new one.
 *
 * @param requestedBefore absent: however recently it was requested
 * @returns false when it is being packed or was requested later
 */
function deleteUnused(
  context: Context,
  { id, orderId, objectKey }: ArchiveRow,
  requestedBefore?: Date,
): Promise<boolean> {
  return inTransaction(context, async (transaction) => {
    await lockArchiveQuota(transaction, orderId)
    if (!(await deleteArchive(transaction, id, requestedBefore))) return false
    await scheduleFileRemoval(transaction, { objectKey })
    return true
  })
}

const getTomorrow = ({ now }: Context) => new Date(now.getTime() + dayInMs)
