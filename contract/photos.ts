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
  /** Between preview and thumb, for screens with two pixels to a point; a service may do without. */
  medium: z.optional(Image),
  thumb: Image,
  /** Of a few KB, for networks where every byte counts; a service may do without. */
  tiny: z.optional(Image),
  tags: z.array(PhotoTag),
  match: z.optional(PhotoMatch),
})
export type Photo = z.infer<typeof Photo>

/** Key of a place on the course, as in `points` of the event. */
const PointKey = z.string().check(z.minLength(1), z.maxLength(64))

export const listPhotos = defineCall({
  service: 'photos',
  name: 'listPhotos',
  summary:
    "Photos of an album in time order: a personal token's own photos, an event token's whole album; of one place and time on wish",
  method: 'GET',
  path: '/photos',
  auth: 'search',
  query: z.object({
    albumId: z.optional(Id),
    point: z.optional(PointKey),
    /** From this moment on. */
    takenFrom: z.optional(Timestamp),
    /** Before this moment. */
    takenTo: z.optional(Timestamp),
    /** Instead of her photos those that she said are not hers; of a personal token only. */
    denied: z.optional(z.literal('only')),
    offset: Page.offset,
    count: Page.count,
  }),
  status: 200,
  answer: listOf(Photo),
  errors: ['TokenExpired', 'TokenInvalid', 'TokenScope', 'Unauthenticated'],
})

/** How many photos of an album were taken where and when, in steps of equal length. */
export const AlbumTimes = z.object({
  /** Where the first step begins; null for an album without photos. */
  startsOn: z.nullable(Timestamp),
  stepInS: z.int(),
  /** Of each place, and under null of photos without one, a count for each step. */
  points: z.array(z.object({ point: z.nullable(z.string()), counts: z.array(z.int()) })),
})
export type AlbumTimes = z.infer<typeof AlbumTimes>

export const getAlbumTimes = defineCall({
  service: 'photos',
  name: 'getAlbumTimes',
  summary: 'How many photos of an album were taken where and when, to find a place in it without its pages',
  method: 'GET',
  path: '/times',
  auth: 'search',
  query: z.object({ albumId: z.optional(Id) }),
  status: 200,
  answer: AlbumTimes,
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

/** A link under which somebody shows her photos to others. */
export const PhotoShare = z.object({ shareId: Id, expiresOn: Timestamp })
export type PhotoShare = z.infer<typeof PhotoShare>

export const createShare = defineCall({
  service: 'photos',
  name: 'createShare',
  summary: "A link to a personal token's photos as they are now, for others: previews only, for thirty days",
  method: 'POST',
  path: '/shares',
  auth: 'search',
  body: z.strictObject({}),
  status: 201,
  answer: PhotoShare,
  idempotent: true,
  errors: ['PhotoNotFound', 'TokenExpired', 'TokenInvalid', 'TokenScope', 'Unauthenticated'],
})

export const SharedPhotos = z.extend(listOf(Photo), {
  eventId: Id,
  expiresOn: Timestamp,
  /** Whose photos they are, as far as the start list tells; nobody for those found by face. */
  person: z.object({ number: z.nullable(z.string()), name: z.nullable(z.string()) }),
})
export type SharedPhotos = z.infer<typeof SharedPhotos>

export const getShare = defineCall({
  service: 'photos',
  name: 'getShare',
  summary: 'The photos that somebody shows under a link',
  method: 'GET',
  path: '/shares/:shareId',
  auth: 'none',
  params: z.object({ shareId: z.string().check(z.maxLength(128)) }),
  query: z.object({ offset: Page.offset, count: Page.count }),
  status: 200,
  answer: SharedPhotos,
  errors: ['ShareNotFound'],
})

export const forgetShare = defineCall({
  service: 'photos',
  name: 'forgetShare',
  summary: 'Makes a link lead nowhere; for a token of the same person',
  method: 'DELETE',
  path: '/shares/:shareId',
  auth: 'search',
  params: z.object({ shareId: z.string().check(z.maxLength(128)) }),
  status: 204,
  errors: ['ShareNotFound', 'TokenExpired', 'TokenInvalid', 'TokenScope', 'Unauthenticated'],
})
