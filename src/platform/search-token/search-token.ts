import { startTransition } from 'react'
import {
  createSearchToken,
  type SearchToken,
  type SearchTokenRequest,
} from '../../../contract/competitors.ts'
import { isApiError, request } from '../../lib/api.ts'
import { getDeviceKey, getEventSearch, type LastSearch, type Persisted } from '../storage/index.ts'

/**
 * Scope of a token: the whole event, the photos of the person last searched for, or those of the search that the page shows.
 * Another tab may have searched the event for another person meanwhile.
 */
export type TokenScope = 'event' | 'person' | { readonly search: LastSearch }

/** Returns the request body for a search token. */
export function toTokenRequest(last: LastSearch): SearchTokenRequest {
  const deviceFields = { deviceKey: getDeviceKey() }
  if (last.by === 'number') return { number: last.number, ...deviceFields }
  if (last.by === 'surname') return { surname: last.surname, ...deviceFields }
  if (last.by === 'competitor') return { competitorId: last.competitorId, ...deviceFields }
  return { selfieId: last.selfieId, personId: last.personId, ...deviceFields }
}

const toSearchKey = (eventId: string, search: LastSearch | undefined) =>
  `${eventId} ${JSON.stringify(search ?? {})}`

/** Returns whether a search is the last one of its event, to which the persisted token belongs. */
export const isLastSearch = (eventId: string, search: LastSearch): boolean =>
  JSON.stringify(search) === JSON.stringify(getEventSearch(eventId).last.read())

/** Caches the tokens of the searches that this page has shown, for those that are no longer the last of their event. */
const shownTokens = new Map<string, SearchToken>()

/** Returns the token of a search: the persisted one of the last search, or the one that this page has used for another. */
export function readSearchToken(eventId: string, search: LastSearch): SearchToken | null {
  const key = toSearchKey(eventId, search)
  if (!isLastSearch(eventId, search)) return shownTokens.get(key) ?? null
  const token = getEventSearch(eventId).token.read()
  if (token) shownTokens.set(key, token)
  return token
}

function getTokenEntry(
  eventId: string,
  scope: TokenScope,
): Pick<Persisted<SearchToken | null>, 'read' | 'remove'> {
  const { eventToken, token } = getEventSearch(eventId)
  if (scope === 'event') return eventToken
  if (scope === 'person') return token
  const { search } = scope
  return {
    read: () => readSearchToken(eventId, search),
    remove: () => {
      shownTokens.delete(toSearchKey(eventId, search))
      if (isLastSearch(eventId, search)) token.remove()
    },
  }
}

/** Stores a new token. That of a person is persisted only while their search is the last one of the event. */
function storeToken(eventId: string, search: LastSearch | undefined, newToken: SearchToken): void {
  const { eventToken, token } = getEventSearch(eventId)
  if (!search) return eventToken.write(newToken)
  shownTokens.set(toSearchKey(eventId, search), newToken)
  if (isLastSearch(eventId, search)) token.write(newToken)
}

function chooseSearch(eventId: string, scope: TokenScope): LastSearch | undefined {
  if (scope === 'event') return undefined
  const search = scope === 'person' ? getEventSearch(eventId).last.read() : scope.search
  if (search === null) throw new Error('A person token needs a search first')
  return search
}

const pendingRenewals = new Map<string, Promise<SearchToken>>()

function renew(eventId: string, scope: TokenScope): Promise<SearchToken> {
  const search = chooseSearch(eventId, scope)
  const key = toSearchKey(eventId, search)
  const pending = pendingRenewals.get(key)
  if (pending) return pending
  const body = search ? toTokenRequest(search) : {}
  const renewal = request(createSearchToken, { params: { eventId }, body })
    .then((token) => {
      // `startTransition` keeps the resulting render interruptible
      startTransition(() => storeToken(eventId, search, token))
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
 * Calls `call` with the token of a scope of the event, which is requested first when there is none. After a rejection, renews
 * the token and repeats `call` once.
 */
export async function withSearchToken<Result>(
  eventId: string,
  scope: TokenScope,
  call: (token: string) => Promise<Result>,
): Promise<Result> {
  const entry = getTokenEntry(eventId, scope)
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
  const last = search.last.read()
  if (last) shownTokens.delete(toSearchKey(eventId, last))
  search.last.remove()
  search.token.remove()
  search.selfieId.remove()
}
