import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id, Image, listSchema, Page, SearchText, Timestamp } from './common.ts'

export const Video = z.object({
  videoId: Id,
  albumId: Id,
  title: z.string(),
  durationS: z.number(),
  poster: z.nullable(Image),
  /** Null when no preview could be made of the file. */
  previewUrl: z.nullable(z.string()),
  /** Set only in answers about this number: requested by `myStartNumber` or `searchString`, or that of the token's runner. */
  startNumber: z.optional(z.string()),
  takenOn: z.nullable(Timestamp),
  personal: z.boolean(),
})
export type Video = z.infer<typeof Video>

export const listVideos = defineCall({
  service: 'videos',
  name: 'listVideos',
  summary: 'Lists videos of an album: all, or those of a bib or name and of the whole event',
  method: 'GET',
  path: '/videos',
  auth: 'search',
  query: z.object({
    albumId: Id,
    myStartNumber: z.optional(z.string().check(z.maxLength(16))),
    searchString: z.optional(SearchText),
    offset: Page.offset,
    count: Page.count,
  }),
  status: 200,
  answer: listSchema(Video),
  errors: ['BibInvalid', 'TokenExpired', 'TokenInvalid', 'TokenScope', 'Unauthenticated'],
})
