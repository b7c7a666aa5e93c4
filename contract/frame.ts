import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id } from './common.ts'

export const previewFramedPhoto = defineCall({
  service: 'frame',
  name: 'previewFramedPhoto',
  summary: 'Returns a watermarked photo in a frame',
  method: 'GET',
  path: '/photos',
  auth: 'search',
  query: z.object({
    photoId: Id,
    frameId: Id,
    width: z.optional(z.coerce.number().check(z.int(), z.minimum(160), z.maximum(1280))),
  }),
  status: 200,
  file: 'image/jpeg',
  revalidated: true,
  ranges: true,
  errors: [
    'PhotoNotFound',
    'NotFound',
    // the stored photo cannot be read; a retry does not help
    'ImageDamaged',
    'TokenExpired',
    'TokenInvalid',
    'TokenScope',
    'Unauthenticated',
  ],
})
