import type { SearchPass } from '../../lib/outbox/index.ts'
import { eventSearch } from '../storage/index.ts'
import { type Reach, wishOf } from './search-token.ts'

/**
 * What an entry of the outbox needs to be sent later in the name of a search: the token as it is now, perhaps none, and
 * the wish that renews it.
 *
 * @returns undefined when nobody was searched for in the event
 */
export function passOf(eventId: string, reach: Reach): SearchPass | undefined {
  const search = eventSearch(eventId)
  if (reach === 'event') return { eventId, token: search.eventToken.read()?.token ?? '', wish: {} }
  const last = search.last.read()
  return last ? { eventId, token: search.token.read()?.token ?? '', wish: wishOf(last) } : undefined
}
