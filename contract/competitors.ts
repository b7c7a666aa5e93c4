import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id, listOf, SearchText, Timestamp } from './common.ts'

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
  summary: 'Runners of a start list by bib number or surname, at most 20',
  method: 'GET',
  path: '/competitors',
  auth: 'none',
  query: z.object({ competitorsListId: Id, search: SearchText }),
  status: 200,
  answer: listOf(Competitor),
  errors: ['EventNotFound'],
})

/** A bib as typed; the server normalises width, case and leading zeros. */
const Bib = z.string().check(z.trim(), z.minLength(1), z.maxLength(16))

export const SearchSubject = z.object({
  kind: z.enum(['event', 'number', 'competitor', 'surname', 'face']),
  label: z.string(),
})

export const SearchToken = z.object({
  token: z.string(),
  expiresOn: Timestamp,
  subject: SearchSubject,
  /** Photos this token leads to at this moment. */
  total: z.int(),
})
export type SearchToken = z.infer<typeof SearchToken>

/** Whom to search for: nobody (the whole event), or one person by number, start list, surname or face. */
export const TokenWish = z.union([
  z.strictObject({ number: Bib }),
  z.strictObject({ competitorId: Id }),
  z.strictObject({ surname: SearchText.check(z.minLength(2)) }),
  z.strictObject({ selfieId: Id, personId: Id }),
  z.strictObject({}),
])
export type TokenWish = z.infer<typeof TokenWish>

export const createSearchToken = defineCall({
  service: 'competitors',
  name: 'createSearchToken',
  summary: 'A search token for one event: for the whole of it or for one person',
  method: 'POST',
  path: '/competitors/:eventId/token',
  auth: 'none',
  changesNothing: true,
  params: z.object({ eventId: z.string().check(z.maxLength(128)) }),
  body: TokenWish,
  status: 200,
  answer: SearchToken,
  errors: ['EventNotFound', 'BibInvalid', 'CompetitorNotFound', 'SelfieNotFound'],
})
