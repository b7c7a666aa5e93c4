import type { Event } from '../../../contract/events.ts'
import { getEventSearch } from '../../platform/storage/index.ts'

/** Sorts events where the runner has searched for their photos on this device first; otherwise keeps the order. */
export function sortKnownFirst(events: readonly Event[]): Event[] {
  const isKnown = ({ eventId }: Event) => {
    const { last, selfieId } = getEventSearch(eventId)
    return last.read() !== null || selfieId.read() !== null
  }
  return [...events.filter(isKnown), ...events.filter((event) => !isKnown(event))]
}
