import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id } from './common.ts'

/** Limits the size of a face picture to 8 MB. */
export const maxSelfieSizeInBytes = 8 * 1024 * 1024

/** Limits the number of pixels, checked in the header before decoding. Pages send at most 1280 pixels a side. */
export const maxSelfiePixels = 16_000_000

export const Person = z.object({
  personId: Id,
  /** From 0 to 1, of the closest photo. */
  similarity: z.number(),
  /** Number of certain matches, or of possible ones when there is no certain match. */
  photosCount: z.int(),
})

export const Selfie = z.object({
  selfieId: Id,
  state: z.enum(['Processing', 'Ready']),
  persons: z.array(Person),
})
export type Selfie = z.infer<typeof Selfie>

export const sendSelfie = defineCall({
  service: 'recognition',
  name: 'sendSelfie',
  summary:
    'Searches an album with a face picture (one file, face.jpg); JPEG, PNG, WebP or HEIC, at most 8 MB and 16 megapixels',
  method: 'POST',
  path: '/selfies',
  auth: 'none',
  query: z.object({ albumId: Id }),
  bodyType: 'multipart/form-data',
  status: 200,
  answer: Selfie,
  idempotent: true,
  errors: [
    'EventNotFound',
    'EventAhead',
    'FaceSearchOff',
    'FileTooBig',
    'FileEmpty',
    'FileMissing',
    'NotAnImage',
    'ImageDamaged',
    'TooManyPixels',
    'FaceNotFound',
    'SeveralFaces',
    'FaceUnclear',
    'SelfieForgotten',
    'IdempotencyKeyReused',
  ],
})

export const getSelfie = defineCall({
  service: 'recognition',
  name: 'getSelfie',
  summary: 'Returns the current search result of a face picture',
  method: 'GET',
  path: '/selfies/:selfieId',
  auth: 'none',
  params: z.object({ selfieId: Id }),
  status: 200,
  answer: Selfie,
  errors: ['SelfieNotFound'],
})

export const forgetSelfie = defineCall({
  service: 'recognition',
  name: 'forgetSelfie',
  summary: 'Deletes a face picture and its embedding',
  method: 'DELETE',
  path: '/selfies/:selfieId',
  auth: 'none',
  params: z.object({ selfieId: Id }),
  status: 204,
  errors: ['SelfieNotFound'],
})
