import type { Context } from '../../../platform/context.ts'
import { type EventRow, findEvent, hasFaceSearch } from '../../events/index.ts'
import type { FacesPort } from '../ports.ts'
import { readFaceState } from './index-store.ts'

/** Interval between two lookups of an event, whose visitors open several pages a second. Well below the life of an idle worker. */
const intervalInMs = 30_000
const maxTrackedEvents = 500

/** Loads the face model of an event that a visitor has opened. Returns at once; a failure is logged. */
export type WarmUpForEvent = (context: Context, eventId: string) => void

/**
 * Creates the function that loads models ahead of the first selfie. A process without visitors holds no model; a visitor takes
 * seconds from the page of an event to a selfie. Events that accept no selfies load nothing.
 */
export function createWarmUp({
  faces,
  isFutureEvent,
}: {
  faces: Pick<FacesPort, 'warmUp'>
  isFutureEvent: (context: Context, event: EventRow) => Promise<boolean>
}): WarmUpForEvent {
  /** Time of the last lookup by event, the oldest first. */
  const lookedUpAt = new Map<string, number>()

  const warmUp = async (context: Context, eventId: string) => {
    const event = await findEvent(context, eventId)
    if (event?.state !== 'Published' || !hasFaceSearch(context, event)) return
    if (await isFutureEvent(context, event)) return
    const { model } = await readFaceState(context, eventId)
    await faces.warmUp(model)
  }

  return (context, eventId) => {
    const now = context.now.getTime()
    const key = `${context.tenant.name} ${eventId}`
    if (now - (lookedUpAt.get(key) ?? Number.NEGATIVE_INFINITY) < intervalInMs) return
    lookedUpAt.delete(key)
    lookedUpAt.set(key, now)
    for (const oldest of lookedUpAt.keys()) {
      if (lookedUpAt.size <= maxTrackedEvents) break
      lookedUpAt.delete(oldest)
    }
    warmUp(context, eventId).catch((error: unknown) =>
      context.log.error({ err: error, event: eventId }, 'face model not loaded'),
    )
  }
}
