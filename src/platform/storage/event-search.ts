import * as z from 'zod/mini'
import { SearchToken } from '../../../contract/competitors.ts'
import { type Persisted, persisted } from './persisted.ts'

/** Input of the runner's last search in an event. */
export const LastSearch = z.union([
  z.object({ by: z.literal('number'), number: z.string() }),
  z.object({ by: z.literal('surname'), surname: z.string() }),
  z.object({ by: z.literal('competitor'), competitorId: z.string(), label: z.string() }),
  z.object({ by: z.literal('face'), selfieId: z.string(), personId: z.string() }),
])
export type LastSearch = z.infer<typeof LastSearch>

export interface EventSearch {
  /** Token for the photos of the person that was found. */
  token: Persisted<SearchToken | null>
  /** Token for the whole album. */
  eventToken: Persisted<SearchToken | null>
  last: Persisted<LastSearch | null>
  selfieId: Persisted<string | null>
  /** Results of the search. Only the search feature knows their type. */
  found: Persisted<unknown>
  /** Results that the runner has seen; typed likewise. */
  seen: Persisted<unknown>
  /** Other people searched for on this device; typed likewise. */
  people: Persisted<unknown>
  /** The link that shares the results; typed likewise. */
  share: Persisted<unknown>
}

const searches = new Map<string, EventSearch>()

/** Returns the stored state of the runner's search in one event. */
export function getEventSearch(eventId: string): EventSearch {
  const existing = searches.get(eventId)
  if (existing) return existing
  const key = (name: string) => `search.${eventId}.${name}`
  const token = z.nullable(SearchToken)
  const nullableText = z.nullable(z.string())
  const persistUnknown = (name: string) =>
    persisted<unknown>({ key: key(name), schema: z.unknown(), initial: null })
  const search: EventSearch = {
    token: persisted({ key: key('token'), schema: token, initial: null }),
    eventToken: persisted({ key: key('eventToken'), schema: token, initial: null }),
    last: persisted({ key: key('last'), schema: z.nullable(LastSearch), initial: null }),
    found: persistUnknown('found'),
    seen: persistUnknown('seen'),
    people: persistUnknown('people'),
    share: persistUnknown('share'),
    selfieId: persisted({ key: key('selfieId'), schema: nullableText, initial: null, plain: true }),
  }
  searches.set(eventId, search)
  return search
}
