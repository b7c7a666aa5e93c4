import type { SearchTokenRequest } from '../../../contract/competitors.ts'
import type { SearchCredentials } from '../../lib/search-credentials/search-credentials.ts'
import { getEventSearch, type LastSearch } from '../storage/index.ts'
import { readSearchToken, toTokenRequest } from './search-token.ts'

/**
 * Returns the search data that an outbox entry needs to be sent later: the current token, which may be empty, and the
 * input that renews it.
 *
 * @param shown the search whose results the page shows, possibly before it is answered; absent: the last one of the event
 * @returns undefined when the event was not searched for a runner
 */
export function getSearchCredentials(
  eventId: string,
  scope: 'event' | 'person',
  shown?: LastSearch,
): SearchCredentials | undefined {
  const search = getEventSearch(eventId)
  if (scope === 'event') return { eventId, token: search.eventToken.read()?.token ?? '', tokenRequest: {} }
  const usedSearch = shown ?? search.last.read()
  if (!usedSearch) return undefined
  const token = readSearchToken(eventId, usedSearch)?.token ?? ''
  return { eventId, token, tokenRequest: toTokenRequest(usedSearch) }
}

/** Returns a text that is equal for requests for the same runner, in any order of their fields. */
const toRunnerKey = (tokenRequest: SearchTokenRequest) =>
  JSON.stringify(
    Object.entries({ ...tokenRequest, deviceKey: null }).sort(([one], [other]) => (one < other ? -1 : 1)),
  )

/** Returns whether credentials are those of a search for a runner. */
export function isSearchWith(
  { eventId, tokenRequest }: SearchCredentials,
  searchedEventId: string,
  search: LastSearch,
): boolean {
  return eventId === searchedEventId && toRunnerKey(tokenRequest) === toRunnerKey(toTokenRequest(search))
}

/**
 * Returns whether the last search of an event was for one runner, according to the server. Packages are only sold for a
 * single runner.
 */
export function isSingleRunnerSearch(eventId: string): boolean {
  const { last, token } = getEventSearch(eventId)
  return last.read() !== null && token.read()?.subject.bearers === undefined
}
