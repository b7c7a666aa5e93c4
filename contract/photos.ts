import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id, Image, Language, listSchema, Page, Timestamp } from './common.ts'

export const PhotoTag = z.object({
  photoTagId: Id,
  name: z.enum(['number', 'face', 'surname']),
  value: z.string(),
})
export type PhotoTag = z.infer<typeof PhotoTag>

/** Describes how a photo was matched to the runner, and how certain the match is. */
export const PhotoMatch = z.object({
  by: z.enum(['face', 'number', 'surname']),
  /** From 0 to 1; only for faces. */
  similarity: z.optional(z.number()),
  tier: z.enum(['sure', 'maybe']),
  /** The runner's own answer to whether it shows them. */
  itIsMe: z.optional(z.boolean()),
})

export const Photo = z.object({
  photoId: Id,
  albumId: Id,
  takenOn: z.nullable(Timestamp),
  /** Title of the point on the course where it was taken. */
  point: z.nullable(z.string()),
  /** Pixels of the upright original. */
  width: z.int(),
  height: z.int(),
  preview: Image,
  /** Between preview and thumb, for screens with a pixel ratio of 2. A service may omit it. */
  medium: z.optional(Image),
  thumb: Image,
  /** A few KB, for slow networks. A service may omit it. */
  tiny: z.optional(Image),
  tags: z.array(PhotoTag),
  match: z.optional(PhotoMatch),
})
export type Photo = z.infer<typeof Photo>

/** Key of a point on the course, as in `points` of the event. */
const PointKey = z.string().check(z.minLength(1), z.maxLength(64))

export const listPhotos = defineCall({
  service: 'photos',
  name: 'listPhotos',
  summary:
    'Lists photos of an album: of a personal token its own photos, of an event token the whole album without the photo report, large faces first; filtered by point and time in time order, or one photo by its id',
  method: 'GET',
  path: '/photos',
  auth: 'search',
  query: z.object({
    albumId: z.optional(Id),
    point: z.optional(PointKey),
    /** Inclusive. */
    takenFrom: z.optional(Timestamp),
    /** Exclusive. */
    takenTo: z.optional(Timestamp),
    /** Returns only this photo, also one of the photo report; none when it is not in the album. */
    photoId: z.optional(Id),
    /** Returns only the photos that the runner rejected, instead of theirs. Personal tokens only. */
    denied: z.optional(z.literal('only')),
    offset: Page.offset,
    count: Page.count,
  }),
  status: 200,
  answer: listSchema(Photo),
  revalidated: 'shared',
  errors: ['TokenExpired', 'TokenInvalid', 'TokenScope', 'Unauthenticated'],
})

/** Counts the photos of an album by point and time, in steps of equal length. */
export const AlbumTimes = z.object({
  /** Start of the first step. Null for an album without photos. */
  startsOn: z.nullable(Timestamp),
  stepInS: z.int(),
  /** One count per step for each point. The point is null for photos without one. */
  points: z.array(z.object({ point: z.nullable(z.string()), counts: z.array(z.int()) })),
  /** Photos that the whole album shows before its time order. `points` counts them, too. */
  leading: z.array(z.object({ point: z.nullable(z.string()), step: z.int() })),
})
export type AlbumTimes = z.infer<typeof AlbumTimes>

export const getAlbumTimes = defineCall({
  service: 'photos',
  name: 'getAlbumTimes',
  summary: 'Counts the photos of an album by point and time, to jump to a position without loading its pages',
  method: 'GET',
  path: '/times',
  auth: 'search',
  query: z.object({ albumId: z.optional(Id) }),
  status: 200,
  answer: AlbumTimes,
  revalidated: true,
  errors: ['TokenExpired', 'TokenInvalid', 'TokenScope', 'Unauthenticated'],
})

export const confirmPhoto = defineCall({
  service: 'photos',
  name: 'sayItsMe',
  summary:
    'Stores “this is me” or “this is not me” for a photo; applies to the selfie, or the device, of the token',
  method: 'POST',
  path: '/photos/:photoId/itsme',
  auth: 'search',
  params: z.object({ photoId: Id }),
  body: z.strictObject({ itIsMe: z.boolean(), tag: z.optional(z.partial(PhotoTag)) }),
  status: 204,
  errors: ['PhotoNotFound', 'TagNotFound', 'TokenExpired', 'TokenInvalid', 'TokenScope', 'Unauthenticated'],
})

/** Identifies a link that shows a runner's photos to others. */
export const PhotoShare = z.object({ shareId: Id, expiresOn: Timestamp })
export type PhotoShare = z.infer<typeof PhotoShare>

export const createShare = defineCall({
  service: 'photos',
  name: 'createShare',
  summary: 'Creates a link to the current photos of a personal token: previews only, for thirty days',
  method: 'POST',
  path: '/shares',
  auth: 'search',
  device: true,
  body: z.strictObject({}),
  status: 201,
  answer: PhotoShare,
  idempotent: true,
  errors: [
    'PhotoNotFound',
    'RunnerAmbiguous',
    'CompetitorNotFound',
    'TokenExpired',
    'TokenInvalid',
    'TokenScope',
    'Unauthenticated',
  ],
})

export const SharedPhotos = z.extend(listSchema(Photo), {
  eventId: Id,
  expiresOn: Timestamp,
  /** All of these photos are the runner's already, bought or received as a gift. Another buyer gets separate files. */
  bought: z.boolean(),
  /** Whether visitors can give the photos to the runner. A service of an earlier release omits it. */
  giftable: z.optional(z.boolean()),
  /** The runner, if the start list has them. All fields are null for photos found by face. */
  person: z.object({
    number: z.nullable(z.string()),
    /** First name in the requested language. */
    name: z.nullable(z.string()),
    /** Time since the start of the race, H:MM:SS. */
    time: z.nullable(z.string()),
  }),
})
export type SharedPhotos = z.infer<typeof SharedPhotos>

export const getShare = defineCall({
  service: 'photos',
  name: 'getShare',
  summary: 'Lists the photos of a shared link',
  method: 'GET',
  path: '/shares/:shareId',
  auth: 'none',
  params: z.object({ shareId: z.string().check(z.maxLength(128)) }),
  query: z.object({ offset: Page.offset, count: Page.count }),
  status: 200,
  answer: SharedPhotos,
  errors: ['ShareNotFound'],
})

export const getShareCard = defineCall({
  service: 'photos',
  name: 'getShareCard',
  summary:
    'Returns the preview picture of a shared link: 1200 × 630 pixels, with watermark; gone with the link',
  method: 'GET',
  path: '/shares/:shareId/card',
  auth: 'none',
  params: z.object({ shareId: z.string().check(z.maxLength(128)) }),
  query: z.object({ lang: z.optional(Language) }),
  status: 200,
  file: 'image/jpeg',
  errors: ['ShareNotFound'],
})

export const forgetShare = defineCall({
  service: 'photos',
  name: 'forgetShare',
  summary: 'Revokes a shared link; for the device that created it, or a token of the same selfie',
  method: 'DELETE',
  path: '/shares/:shareId',
  auth: 'search',
  params: z.object({ shareId: z.string().check(z.maxLength(128)) }),
  status: 204,
  errors: ['ShareNotFound', 'TokenExpired', 'TokenInvalid', 'TokenScope', 'Unauthenticated'],
})
