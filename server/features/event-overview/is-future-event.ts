import { getLocalDay } from '../../../contract/events.ts'
import type { Context } from '../../platform/context.ts'
import type { EventRow } from '../events/index.ts'
import { countEventItems } from './counts-store.ts'

/** Returns whether an event is in the future: its local day is after today, and none of its photos was ingested. */
export async function isFutureEvent(context: Context, event: EventRow): Promise<boolean> {
  const { startsOn, timeZone } = event
  if (getLocalDay(startsOn, timeZone) <= getLocalDay(context.now, timeZone)) return false
  const counts = (await countEventItems(context, [event])).get(event.id)
  const { photosReady = 0, photosProcessing = 0 } = counts ?? {}
  return photosReady + photosProcessing === 0
}
