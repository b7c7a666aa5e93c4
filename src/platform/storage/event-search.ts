import * as z from 'zod/mini'
import { SearchToken } from '../../../contract/competitors.ts'
import { type Stored, stored } from './stored.ts'

/** What the runner last searched an event by. */
export const LastSearch = z.union([
  z.object({ by: z.literal('number'), number: z.string() }),
  z.object({ by: z.literal('surname'), surname: z.string() }),
  z.object({ by: z.literal('competitor'), competitorId: z.string(), label: z.string() }),
  z.object({ by: z.literal('face'), selfieId: z.string(), personId: z.string() }),
])
export type LastSearch = z.infer<typeof LastSearch>

export interface EventSearch {
  /** Of the person that was found. */
  token: Stored<SearchToken | null>
  /** Of the whole album. */
  eventToken: Stored<SearchToken | null>
  last: Stored<LastSearch | null>
  selfieId: Stored<string | null>
  /** What was found; only the search knows its shape. */
  found: Stored<unknown>
  /** What of it she has had before her; the same. */
  seen: Stored<unknown>
  /** Whom else the device has searched for; the same. */
  people: Stored<unknown>
  /** The link under which she shows what was found; the same. */
  share: Stored<unknown>
}

const searches = new Map<string, EventSearch>()

/** What the device knows about the runner's search in one event. */
export function eventSearch(eventId: string): EventSearch {
  const known = searches.get(eventId)
  if (known) return known
  const key = (name: string) => `search.${eventId}.${name}`
  const token = z.nullable(SearchToken)
  const text = z.nullable(z.string())
  const loose = (name: string) => stored<unknown>({ key: key(name), schema: z.unknown(), initial: null })
  const search: EventSearch = {
    token: stored({ key: key('token'), schema: token, initial: null }),
    eventToken: stored({ key: key('eventToken'), schema: token, initial: null }),
    last: stored({ key: key('last'), schema: z.nullable(LastSearch), initial: null }),
    found: loose('found'),
    seen: loose('seen'),
    people: loose('people'),
    share: loose('share'),
    selfieId: stored({ key: key('selfieId'), schema: text, initial: null, plain: true }),
  }
  searches.set(eventId, search)
  return search
}
