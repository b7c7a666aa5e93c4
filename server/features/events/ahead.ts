import { dayAt } from '../../../contract/events.ts'
import type { Context } from '../../platform/context.ts'
import { countsOfEvents } from './counts-store.ts'
import type { EventRow } from './store.ts'

/** Returns whether an event is in the future: its local day is after today, and none of its photos was ingested. */
export async function isAhead(context: Context, event: EventRow): Promise<boolean> {
  const { startsOn, timeZone } = event
  if (dayAt(startsOn, timeZone) <= dayAt(context.now, timeZone)) return false
  const counts = (await countsOfEvents(context, [event])).get(event.id)
  const { photosReady = 0, photosProcessing = 0 } = counts ?? {}
  return photosReady + photosProcessing === 0
}
