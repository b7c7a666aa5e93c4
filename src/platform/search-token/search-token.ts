import { startTransition } from 'react'
import { createSearchToken, type SearchToken, type TokenWish } from '../../../contract/competitors.ts'
import { isApiError, request } from '../../lib/api.ts'
import { eventSearch, type LastSearch, type Stored } from '../storage/index.ts'

/** How much of an event a token opens: all of it, or what was found of the person last searched for. */
export type Reach = 'event' | 'person'

/** What a search asks a token for. */
export function wishOf(last: LastSearch): TokenWish {
  if (last.by === 'number') return { number: last.number }
  if (last.by === 'surname') return { surname: last.surname }
  if (last.by === 'competitor') return { competitorId: last.competitorId }
  return { selfieId: last.selfieId, personId: last.personId }
}

function shelfOf(eventId: string, reach: Reach): Stored<SearchToken | null> {
  const search = eventSearch(eventId)
  return reach === 'event' ? search.eventToken : search.token
}

const underway = new Map<string, Promise<SearchToken>>()

function renew(eventId: string, reach: Reach): Promise<SearchToken> {
  const last = reach === 'person' ? eventSearch(eventId).last.read() : undefined
  if (last === null) throw new Error('a person token before anybody was searched for')
  const key = `${eventId} ${JSON.stringify(last ?? {})}`
  const running = underway.get(key)
  if (running) return running
  const fresh = request(createSearchToken, { params: { eventId }, body: last ? wishOf(last) : {} })
    .then((token) => {
      // what is drawn for it is drawn in small pieces
      startTransition(() => shelfOf(eventId, reach).write(token))
      return token
    })
    .finally(() => underway.delete(key))
  underway.set(key, fresh)
  return fresh
}

/** What a service answers when the token is at fault, or may be. */
const tokenIsAtFault = [
  'TokenExpired',
  'TokenInvalid',
  'TokenScope',
  'Unauthenticated',
  'Unexpected',
] as const

/**
 * Does something with the event's search token, which is fetched quietly when there is none.
 * A token that is no longer taken is renewed once and the thing done once more; never a loop.
 */
export async function withSearchToken<Result>(
  eventId: string,
  reach: Reach,
  act: (token: string) => Promise<Result>,
): Promise<Result> {
  const shelf = shelfOf(eventId, reach)
  const first = shelf.read() ?? (await renew(eventId, reach))
  try {
    return await act(first.token)
  } catch (error) {
    if (!isApiError(error, ...tokenIsAtFault)) throw error
    const kept = shelf.read()
    if (kept?.token === first.token) shelf.remove()
    const second = kept && kept.token !== first.token ? kept : await renew(eventId, reach)
    return act(second.token)
  }
}

/**
 * Searches an event for somebody: asks for a token and remembers both, so that a reload finds the same photos.
 *
 * @throws ApiError BibInvalid, CompetitorNotFound, SelfieNotFound; the search before stays as it was
 */
export async function startSearch(eventId: string, wanted: LastSearch): Promise<SearchToken> {
  const token = await request(createSearchToken, { params: { eventId }, body: wishOf(wanted) })
  const search = eventSearch(eventId)
  startTransition(() => {
    search.last.write(wanted)
    search.token.write(token)
  })
  return token
}

/** Forgets whom an event was searched for. */
export function endSearch(eventId: string): void {
  const search = eventSearch(eventId)
  search.last.remove()
  search.token.remove()
  search.selfieId.remove()
}
