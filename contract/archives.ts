import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id } from './common.ts'

export const Archive = z.object({
  archiveId: Id,
  state: z.enum(['Preparing', 'Published', 'Failed']),
  /** From 0 to 1. */
  progress: z.number(),
  url: z.optional(z.string()),
  bytes: z.optional(z.int()),
})
export type Archive = z.infer<typeof Archive>

export const createArchive = defineCall({
  service: 'archives',
  name: 'createArchive',
  summary:
    'Packs the files of a paid order, once for the same items; the result is in the headers Location and X-Archive-Id',
  method: 'POST',
  path: '/archives/',
  auth: 'any',
  device: true,
  body: z.strictObject({
    orderId: Id,
    itemIds: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(500))),
  }),
  status: 201,
  answerHeaders: {
    Location: 'The path of the archive, see `getArchive`',
    'X-Archive-Id': 'The id of the archive',
  },
  idempotent: true,
  errors: [
    'OrderNotFound',
    'NotPaid',
    'NotFound',
    'PhotoNotFound',
    'ArchiveLimit',
    'TokenExpired',
    'TokenInvalid',
    'IdentityUnavailable',
  ],
})

export const getArchive = defineCall({
  service: 'archives',
  name: 'getArchive',
  summary: 'Returns the state of an archive, and its link once it is ready',
  method: 'GET',
  path: '/archives/:archiveId',
  auth: 'any',
  device: true,
  params: z.object({ archiveId: Id }),
  status: 200,
  answer: Archive,
  errors: ['ArchiveNotFound', 'TokenExpired', 'TokenInvalid', 'IdentityUnavailable'],
})
