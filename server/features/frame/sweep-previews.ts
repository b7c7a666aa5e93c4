import type { Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { previewKey, previewWidths } from './preview-keys.ts'
import { hasPreviews, noteNoPreviews, previewedBefore } from './store.ts'

const dayInMs = 24 * 60 * 60_000
const keptForInMs = 30 * dayInMs

export const sweepPreviews = 'frame.sweep-previews'

/** Puts the next day's sweep in line; there is one a day, as long as there are previews. */
export async function sweepLater(context: Context): Promise<void> {
  const runAt = new Date((Math.floor(context.now.getTime() / dayInMs) + 1) * dayInMs)
  await enqueue(context, { kind: sweepPreviews, key: runAt.toISOString(), payload: {}, runAt })
}

/** A job: removes previews that are a month old; whoever asks for one again has it painted again. */
export async function sweep(context: Context, { objects }: Pick<Ground, 'objects'>): Promise<void> {
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
