import type { Event } from '../../../contract/events.ts'
import { eventSearch } from '../../platform/storage/index.ts'

/** Events where the runner has searched for herself on this device come first; otherwise the order stays. */
export function knownFirst(events: readonly Event[]): Event[] {
  const isKnown = ({ eventId }: Event) => {
    const { last, selfieId } = eventSearch(eventId)
    return last.read() !== null || selfieId.read() !== null
  }
  return [...events.filter(isKnown), ...events.filter((event) => !isKnown(event))]
}
