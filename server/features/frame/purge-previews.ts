import type { Context } from '../../platform/context.ts'
import { enqueueDaily } from '../../platform/jobs/daily.ts'
import type { Services } from '../../platform/services.ts'
import { listPreviewKeys } from './preview-keys.ts'
import { clearPreviewed, findPreviewedBefore, hasPreviews } from './store.ts'

const previewRetentionInMs = 30 * 24 * 60 * 60_000

export const purgePreviewsJob = 'frame.sweep-previews'

/** Schedules the purge of the next day. There is one purge per day while previews exist. */
export async function schedulePreviewPurge(context: Context): Promise<void> {
  await enqueueDaily(context, purgePreviewsJob)
}

/** Removes previews that are a month old; they are painted again on request. Runs as a job. */
export async function purgePreviews(context: Context, { objects }: Pick<Services, 'objects'>): Promise<void> {
  const before = new Date(context.now.getTime() - previewRetentionInMs)
  for (;;) {
    const oldPreviews = await findPreviewedBefore(context, before)
    if (oldPreviews.length === 0) break
    for (const framed of oldPreviews) {
      for (const key of listPreviewKeys(framed)) await objects.remove(key)
      await clearPreviewed(context, framed.id, before)
    }
  }
  if (await hasPreviews(context)) await schedulePreviewPurge(context)
}
