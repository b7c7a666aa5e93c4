import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { type ArchiveRow, deleteArchive, findArchive, listArchiveIds } from './store.ts'

const dayInMs = 24 * 60 * 60_000
const archiveRetentionInMs = 30 * dayInMs

const Task = z.object({ archiveId: z.string() })
const OrderTask = z.object({ orderId: z.string() })

export const deleteExpiredArchiveJob = 'archives.forget'

/** Schedules the deletion of an archive: a zip is as large as all its photos and can be rebuilt from them. */
export async function scheduleArchiveDeletion(
  context: Context,
  { id }: Pick<ArchiveRow, 'id'>,
): Promise<void> {
  const runAt = new Date(context.now.getTime() + archiveRetentionInMs)
  await enqueue(context, { kind: deleteExpiredArchiveJob, key: `${id}:0`, payload: { archiveId: id }, runAt })
}

/** Deletes an archive and its zip. Runs as a job; an archive that is still being packed is rescheduled. */
export async function deleteExpiredArchive(
  context: Context,
  { objects }: Pick<Services, 'objects'>,
  payload: unknown,
): Promise<void> {
  const { archiveId } = z.parse(Task, payload)
  const archive = await findArchive(context, archiveId)
  if (!archive) return
  if (archive.state === 'Preparing') {
    const runAt = new Date(context.now.getTime() + dayInMs)
    const key = `${archiveId}:${context.now.getTime()}`
    await enqueue(context, { kind: deleteExpiredArchiveJob, key, payload: { archiveId }, runAt })
    return
  }
  // The file is removed first: if the row cannot be deleted afterwards, the job is retried.
  await objects.remove(archive.objectKey)
  await deleteArchive(context, archiveId)
}

/** Deletes the archives of an order that was refunded in full. Runs as a job; see `deleteExpiredArchive`. */
export async function deleteWithdrawnArchives(
  context: Context,
  services: Pick<Services, 'objects'>,
  payload: unknown,
): Promise<void> {
  const { orderId } = z.parse(OrderTask, payload)
  for (const archiveId of await listArchiveIds(context, orderId))
    await deleteExpiredArchive(context, services, { archiveId })
}
