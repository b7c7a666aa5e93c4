import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id, Image, listOf, Page, Timestamp } from './common.ts'

export const PhotoTag = z.object({
  photoTagId: Id,
  name: z.enum(['number', 'face', 'surname']),
  value: z.string(),
})
export type PhotoTag = z.infer<typeof PhotoTag>

/** Why a photo is among somebody's own: how it was found and how sure that is. */
export const PhotoMatch = z.object({
  by: z.enum(['face', 'number', 'surname']),
  /** 0 to 1; only for faces. */
  similarity: z.optional(z.number()),
  tier: z.enum(['sure', 'maybe']),
  /** What the runner said of it herself. */
  itIsMe: z.optional(z.boolean()),
})

export const Photo = z.object({
  photoId: Id,
  albumId: Id,
  takenOn: z.nullable(Timestamp),
  /** Name of the place on the course where it was taken. */
  point: z.nullable(z.string()),
  /** Pixels of the upright original. */
  width: z.int(),
  height: z.int(),
  preview: Image,
  thumb: Image,
  /** Of a few KB, for networks where every byte counts; a service may do without. */
  tiny: z.optional(Image),
  tags: z.array(PhotoTag),
  match: z.optional(PhotoMatch),
})
export type Photo = z.infer<typeof Photo>

export const listPhotos = defineCall({
  service: 'photos',
  name: 'listPhotos',
  summary: "Photos of an album: a personal token's own photos, an event token's whole album",
  method: 'GET',
  path: '/photos',
  auth: 'search',
  query: z.object({ albumId: z.optional(Id), offset: Page.offset, count: Page.count }),
  status: 200,
  answer: listOf(Photo),
  errors: ['TokenExpired', 'TokenInvalid', 'TokenScope', 'Unauthenticated'],
})

export const sayItsMe = defineCall({
  service: 'photos',
  name: 'sayItsMe',
  summary: '“This is me” or “this is not me” on a photo',
  method: 'POST',
  path: '/photos/:photoId/itsme',
  auth: 'search',
  params: z.object({ photoId: Id }),
  body: z.strictObject({ itIsMe: z.boolean(), tag: z.optional(z.partial(PhotoTag)) }),
  status: 204,
  errors: ['PhotoNotFound', 'TagNotFound', 'TokenExpired', 'TokenInvalid', 'TokenScope', 'Unauthenticated'],
})
