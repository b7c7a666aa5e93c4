import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { DeviceKey, Id, listSchema, Page, SearchText, Timestamp } from './common.ts'

export const Competitor = z.object({
  competitorId: Id,
  number: z.string(),
  firstName: z.string(),
  surname: z.string(),
  distance: z.optional(z.string()),
  finishedOn: z.optional(Timestamp),
})
export type Competitor = z.infer<typeof Competitor>

export const searchCompetitors = defineCall({
  service: 'competitors',
  name: 'searchCompetitors',
  summary: 'Lists runners of a start list by bib or surname; at most the first 5',
  method: 'GET',
  path: '/competitors',
  auth: 'none',
  query: z.object({
    competitorsListId: Id,
    search: SearchText,
    offset: Page.offset,
    count: Page.count,
  }),
  status: 200,
  answer: listSchema(Competitor),
  errors: ['EventNotFound'],
})

/** Validates a bib as typed. The server normalizes width, case and leading zeros. */
export const Bib = z.string().check(z.trim(), z.minLength(1), z.maxLength(16))

/** Limits the runners returned for a shared surname. The others are found by first name and surname. */
export const maxSurnameMatches = 100

export const SearchSubject = z.object({
  kind: z.enum(['event', 'number', 'competitor', 'surname', 'face', 'share']),
  label: z.string(),
  /** Distance of the runner searched for, if the start list has it. */
  distance: z.optional(z.string()),
  /** Runners who share the requested surname, by number; set only when there are several. A package is sold to one runner. */
  bearers: z.optional(z.array(Competitor).check(z.maxLength(maxSurnameMatches))),
})

export const SearchToken = z.object({
  token: z.string(),
  expiresOn: Timestamp,
  subject: SearchSubject,
  /** Number of photos that this token leads to now. */
  total: z.int(),
})
export type SearchToken = z.infer<typeof SearchToken>

/**
 * Device that owns the `itsme` answers and the share links made with the token. Without it, they belong to this one token.
 */
const deviceKey = z.optional(DeviceKey)

/**
 * Selects the search subject: the whole event, or one person by number, start list, surname or face. The token of a share link
 * buys the photos that it shows and grants nothing else.
 */
export const SearchTokenRequest = z.union([
  z.strictObject({ number: Bib, deviceKey }),
  z.strictObject({ competitorId: Id, deviceKey }),
  z.strictObject({ surname: SearchText.check(z.minLength(2)), deviceKey }),
  z.strictObject({ selfieId: Id, personId: Id, deviceKey }),
  z.strictObject({ shareId: Id }),
  z.strictObject({}),
])
export type SearchTokenRequest = z.infer<typeof SearchTokenRequest>

export const createSearchToken = defineCall({
  service: 'competitors',
  name: 'createSearchToken',
  summary: 'Creates a search token for a whole event or for one person',
  method: 'POST',
  path: '/competitors/:eventId/token',
  auth: 'none',
  changesNothing: true,
  params: z.object({ eventId: z.string().check(z.maxLength(128)) }),
  body: SearchTokenRequest,
  status: 200,
  answer: SearchToken,
  errors: ['EventNotFound', 'BibInvalid', 'CompetitorNotFound', 'SelfieNotFound', 'ShareNotFound'],
})
