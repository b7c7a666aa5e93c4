import * as z from 'zod/mini'
import type { Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { type ArchiveRow, deleteArchive, findArchive } from './store.ts'

const dayInMs = 24 * 60 * 60_000
const keptForInMs = 30 * dayInMs

const Task = z.object({ archiveId: z.string() })

export const forgetArchives = 'archives.forget'

/** Puts the end of an archive in line: a zip is as large as all its photos, and can be made anew from them. */
export async function forgetLater(context: Context, { id }: Pick<ArchiveRow, 'id'>): Promise<void> {
  const runAt = new Date(context.now.getTime() + keptForInMs)
  await enqueue(context, { kind: forgetArchives, key: `${id}:0`, payload: { archiveId: id }, runAt })
}

/** A job: removes an archive and its zip. One that is being packed this very day is left for the next. */
export async function forgetArchive(
  context: Context,
  { objects }: Pick<Ground, 'objects'>,
  payload: unknown,
): Promise<void> {
  const { archiveId } = z.parse(Task, payload)
  const archive = await findArchive(context, archiveId)
  if (!archive) return
  if (archive.state === 'Preparing') {
    const runAt = new Date(context.now.getTime() + dayInMs)
    const key = `${archiveId}:${context.now.getTime()}`
    await enqueue(context, { kind: forgetArchives, key, payload: { archiveId }, runAt })
    return
  }
  // the file first: when only that succeeds, the job is tried again
  await objects.remove(archive.objectKey)
  await deleteArchive(context, archiveId)
}
