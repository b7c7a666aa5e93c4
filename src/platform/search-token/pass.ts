import type { SearchPass } from '../../lib/outbox/index.ts'
import { eventSearch } from '../storage/index.ts'
import { type TokenScope, toTokenRequest } from './search-token.ts'

/**
 * Returns the search data that an outbox entry needs to be sent later: the current token, which may be empty, and the
 * input that renews it.
 *
 * @returns undefined when the event was not searched for a runner
 */
export function findSearchPass(eventId: string, scope: TokenScope): SearchPass | undefined {
  const search = eventSearch(eventId)
  if (scope === 'event') return { eventId, token: search.eventToken.read()?.token ?? '', tokenRequest: {} }
  const last = search.last.read()
  return last
    ? { eventId, token: search.token.read()?.token ?? '', tokenRequest: toTokenRequest(last) }
    : undefined
}

/**
 * Returns whether the last search of an event was for one runner, according to the server. Packages are only sold for a
 * single runner.
 */
export function isOneRunner(eventId: string): boolean {
  const { last, token } = eventSearch(eventId)
  return last.read() !== null && token.read()?.subject.bearers === undefined
}
