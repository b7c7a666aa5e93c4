import type { SearchCredentials } from '../../lib/search-credentials/search-credentials.ts'
import { getEventSearch } from '../storage/index.ts'
import { type TokenScope, toTokenRequest } from './search-token.ts'

/**
 * Returns the search data that an outbox entry needs to be sent later: the current token, which may be empty, and the
 * input that renews it.
 *
 * @returns undefined when the event was not searched for a runner
 */
export function getSearchCredentials(eventId: string, scope: TokenScope): SearchCredentials | undefined {
  const search = getEventSearch(eventId)
  if (scope === 'event') return { eventId, token: search.eventToken.read()?.token ?? '', tokenRequest: {} }
  const lastSearch = search.last.read()
  return lastSearch
    ? { eventId, token: search.token.read()?.token ?? '', tokenRequest: toTokenRequest(lastSearch) }
    : undefined
}

/**
 * Returns whether the last search of an event was for one runner, according to the server. Packages are only sold for a
 * single runner.
 */
export function isSingleRunnerSearch(eventId: string): boolean {
  const { last, token } = getEventSearch(eventId)
  return last.read() !== null && token.read()?.subject.bearers === undefined
}
