import { startTransition } from 'react'
import {
  createSearchToken,
  type SearchToken,
  type SearchTokenRequest,
} from '../../../contract/competitors.ts'
import { isApiError, request } from '../../lib/api.ts'
import { getDeviceKey, getEventSearch, type LastSearch, type Persisted } from '../storage/index.ts'

/** Scope of a token: the whole event, or the photos of the person last searched for. */
export type TokenScope = 'event' | 'person'

/** Returns the request body for a search token. */
export function toTokenRequest(last: LastSearch): SearchTokenRequest {
  const deviceFields = { deviceKey: getDeviceKey() }
  if (last.by === 'number') return { number: last.number, ...deviceFields }
  if (last.by === 'surname') return { surname: last.surname, ...deviceFields }
  if (last.by === 'competitor') return { competitorId: last.competitorId, ...deviceFields }
  return { selfieId: last.selfieId, personId: last.personId, ...deviceFields }
}

function getPersistedToken(eventId: string, scope: TokenScope): Persisted<SearchToken | null> {
  const search = getEventSearch(eventId)
  return scope === 'event' ? search.eventToken : search.token
}

const pendingRenewals = new Map<string, Promise<SearchToken>>()

function renew(eventId: string, scope: TokenScope): Promise<SearchToken> {
  const last = scope === 'person' ? getEventSearch(eventId).last.read() : undefined
  if (last === null) throw new Error('A person token needs a search first')
  const key = `${eventId} ${JSON.stringify(last ?? {})}`
  const pending = pendingRenewals.get(key)
  if (pending) return pending
  const renewal = request(createSearchToken, { params: { eventId }, body: last ? toTokenRequest(last) : {} })
    .then((token) => {
      // `startTransition` keeps the resulting render interruptible
      startTransition(() => getPersistedToken(eventId, scope).write(token))
      return token
    })
    .finally(() => pendingRenewals.delete(key))
  pendingRenewals.set(key, renewal)
  return renewal
}

/** Error codes of calls whose token is, or may be, invalid. */
const tokenErrorCodes = [
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
  scope: TokenScope,
  call: (token: string) => Promise<Result>,
): Promise<Result> {
  const entry = getPersistedToken(eventId, scope)
  const firstToken = entry.read() ?? (await renew(eventId, scope))
  try {
    return await call(firstToken.token)
  } catch (error) {
    if (!isApiError(error, ...tokenErrorCodes)) throw error
    const currentToken = entry.read()
    if (currentToken?.token === firstToken.token) entry.remove()
    const newToken =
      currentToken && currentToken.token !== firstToken.token ? currentToken : await renew(eventId, scope)
    return call(newToken.token)
  }
}

/**
 * Searches an event for a runner: requests a token and stores both, so that a reload finds the same photos.
 *
 * @throws ApiError BibInvalid, CompetitorNotFound, SelfieNotFound; the previous search stays unchanged
 */
export async function startSearch(eventId: string, input: LastSearch): Promise<SearchToken> {
  const token = await request(createSearchToken, { params: { eventId }, body: toTokenRequest(input) })
  const search = getEventSearch(eventId)
  startTransition(() => {
    search.last.write(input)
    search.token.write(token)
  })
  return token
}

/** Deletes the search of an event. */
export function endSearch(eventId: string): void {
  const search = getEventSearch(eventId)
  search.last.remove()
  search.token.remove()
  search.selfieId.remove()
}
