import { startTransition } from 'react'
import {
  createSearchToken,
  type SearchToken,
  type SearchTokenRequest,
} from '../../../contract/competitors.ts'
import { isApiError, request } from '../../lib/api.ts'
import { deviceKey, eventSearch, type LastSearch, type Persisted } from '../storage/index.ts'

/** Scope of a token: the whole event, or the photos of the person last searched for. */
export type Reach = 'event' | 'person'

/** Returns the request body for a search token. */
export function tokenRequest(last: LastSearch): SearchTokenRequest {
  const own = { deviceKey: deviceKey() }
  if (last.by === 'number') return { number: last.number, ...own }
  if (last.by === 'surname') return { surname: last.surname, ...own }
  if (last.by === 'competitor') return { competitorId: last.competitorId, ...own }
  return { selfieId: last.selfieId, personId: last.personId, ...own }
}

function persistedToken(eventId: string, reach: Reach): Persisted<SearchToken | null> {
  const search = eventSearch(eventId)
  return reach === 'event' ? search.eventToken : search.token
}

const underway = new Map<string, Promise<SearchToken>>()

function renew(eventId: string, reach: Reach): Promise<SearchToken> {
  const last = reach === 'person' ? eventSearch(eventId).last.read() : undefined
  if (last === null) throw new Error('A person token needs a search first')
  const key = `${eventId} ${JSON.stringify(last ?? {})}`
  const running = underway.get(key)
  if (running) return running
  const fresh = request(createSearchToken, { params: { eventId }, body: last ? tokenRequest(last) : {} })
    .then((token) => {
      // `startTransition` keeps the resulting render interruptible
      startTransition(() => persistedToken(eventId, reach).write(token))
      return token
    })
    .finally(() => underway.delete(key))
  underway.set(key, fresh)
  return fresh
}

/** Error codes of calls whose token is, or may be, invalid. */
const tokenIsAtFault = [
  'TokenExpired',
  'TokenInvalid',
  'TokenScope',
  'Unauthenticated',
  'Unexpected',
] as const

/**
 * Calls `call` with the event's search token, which is requested first when there is none. After a rejection, renews the
 * token and repeats `call` once.
 */
export async function withSearchToken<Result>(
  eventId: string,
  reach: Reach,
  act: (token: string) => Promise<Result>,
): Promise<Result> {
  const entry = persistedToken(eventId, reach)
  const first = entry.read() ?? (await renew(eventId, reach))
  try {
    return await act(first.token)
  } catch (error) {
    if (!isApiError(error, ...tokenIsAtFault)) throw error
    const kept = entry.read()
    if (kept?.token === first.token) entry.remove()
    const second = kept && kept.token !== first.token ? kept : await renew(eventId, reach)
    return act(second.token)
  }
}

/**
 * Searches an event for a runner: requests a token and stores both, so that a reload finds the same photos.
 *
 * @throws ApiError BibInvalid, CompetitorNotFound, SelfieNotFound; the previous search stays unchanged
 */
export async function startSearch(eventId: string, wanted: LastSearch): Promise<SearchToken> {
  const token = await request(createSearchToken, { params: { eventId }, body: tokenRequest(wanted) })
  const search = eventSearch(eventId)
  startTransition(() => {
    search.last.write(wanted)
    search.token.write(token)
  })
  return token
}

/** Deletes the search of an event. */
export function endSearch(eventId: string): void {
  const search = eventSearch(eventId)
  search.last.remove()
  search.token.remove()
  search.selfieId.remove()
}
