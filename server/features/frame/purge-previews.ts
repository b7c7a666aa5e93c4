import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { previewKey, previewWidths } from './preview-keys.ts'
import { hasPreviews, noteNoPreviews, previewedBefore } from './store.ts'

const dayInMs = 24 * 60 * 60_000
const keptForInMs = 30 * dayInMs

export const purgePreviewsJob = 'frame.sweep-previews'

/** Schedules the purge of the next day. There is one purge per day while previews exist. */
export async function sweepLater(context: Context): Promise<void> {
  const runAt = new Date((Math.floor(context.now.getTime() / dayInMs) + 1) * dayInMs)
  await enqueue(context, { kind: purgePreviewsJob, key: runAt.toISOString(), payload: {}, runAt })
}

/** Removes previews that are a month old; they are painted again on request. Runs as a job. */
export async function purgePreviews(context: Context, { objects }: Pick<Services, 'objects'>): Promise<void> {
  const before = new Date(context.now.getTime() - keptForInMs)
  for (;;) {
    const old = await previewedBefore(context, before)
    if (old.length === 0) break
    for (const framed of old) {
      for (const width of previewWidths) await objects.remove(previewKey(framed, width))
      await noteNoPreviews(context, framed.id)
    }
  }
  if (await hasPreviews(context)) await sweepLater(context)
}
