import type { Event } from '../../../contract/events.ts'
import { Text } from '../../platform/language/index.ts'
import { countDaysUntil } from './day.ts'

/** Shows the number of days until an event. */
export function InDays({ event, now }: { event: Event; now: Date }) {
  return (
    <b className="block text-sm text-accent-ink">
      <Text id="events.inDays" values={{ days: countDaysUntil(event, now) }} />
    </b>
  )
}
