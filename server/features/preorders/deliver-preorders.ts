import * as z from 'zod/mini'
import type { Context } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { findEvent, setEventSwitches } from '../events/index.ts'
import { findPreordersOfEvent, scheduleSearchNow } from '../orders/index.ts'
import { countPhotos } from '../photos/index.ts'

export const deliverPreordersJob = 'preorders.publish'

const Task = z.object({ eventId: z.string() })

/** Schedules the delivery of an event's pre-orders; idempotent for the same number of photos. */
export async function publishPreorders(context: Context, eventId: string): Promise<{ photos: number }> {
  const { Ready: photos } = await countPhotos(context, eventId)
  if (photos > 0)
    await enqueue(context, { kind: deliverPreordersJob, key: `${eventId}:${photos}`, payload: { eventId } })
  return { photos }
}

/**
 * Closes pre-orders and schedules searches for each paid one, whose buyer is notified by a letter. Runs as a job when photos of
 * an event exist. A buyer who was notified already gets no second letter about the same photos.
 */
export async function deliverPreorders(context: Context, payload: unknown): Promise<void> {
  const { eventId } = z.parse(Task, payload)
  const event = await findEvent(context, eventId)
  const { Ready: photos } = await countPhotos(context, eventId)
  if (!event || photos === 0) return
  if (event.switches.preorder) await setEventSwitches(context, eventId, { preorder: false })
  for (const orderId of await findPreordersOfEvent(context, eventId))
    await scheduleSearchNow(context, orderId, `published:${photos}`)
}
