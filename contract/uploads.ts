import * as z from 'zod/mini'
import { defineCall } from './call.ts'
import { Id } from './common.ts'
import type { ErrorCode } from './errors.ts'
import { maxSelfieSizeInBytes, Selfie, sendSelfie } from './recognition.ts'

/*
 * Chunked uploads of face pictures by the tus protocol 1.0.0 (tus.io/protocols/resumable-upload) with its extensions creation,
 * expiration and termination. Creation takes the client's own id of the picture as `Idempotency-Key`, so that a retry after a
 * lost response finds the same upload. `recogniseUpload` then answers as `sendSelfie` does.
 *
 * A backend may leave out all of these calls and answer `NotImplemented`, or as for any unknown address. Pictures are then
 * sent whole, by `sendSelfie`.
 */

export const tusVersion = '1.0.0'

/** Names the media type of a chunk. */
export const chunkMediaType = 'application/offset+octet-stream'

/** Size of a chunk, chosen for slow networks. Storage uses the same size. */
export const chunkSizeInBytes = 64 * 1024

/** A number of bytes in a header. */
const ByteCount = z.string().check(z.regex(/^(0|[1-9]\d{0,15})$/))

const TusHeaders = { 'tus-resumable': z.optional(z.string()) }

const versionHeaders = { 'Tus-Resumable': `The protocol's version, ${tusVersion}` }
const offsetHeaders = { ...versionHeaders, 'Upload-Offset': 'How many bytes have arrived' }
const expiryHeaders = { 'Upload-Expires': 'When what has arrived is deleted (HTTP date)' }

const uploadErrors = [
  'UploadNotFound',
  'UploadExpired',
  'SelfieForgotten',
  'UploadProtocol',
] as const satisfies readonly ErrorCode[]

export const createUpload = defineCall({
  service: 'recognition',
  name: 'createUpload',
  summary: `Creates an upload of a face picture of at most ${maxSelfieSizeInBytes} bytes in pieces (tus 1.0.0), or returns the existing one`,
  method: 'POST',
  path: '/uploads',
  auth: 'none',
  headers: z.looseObject({
    ...TusHeaders,
    'upload-length': ByteCount,
    /** Name and base64 value: `sha256` of the whole picture in hex. */
    'upload-metadata': z.string().check(z.maxLength(1000)),
  }),
  status: 201,
  answerHeaders: { Location: 'The upload', ...offsetHeaders, ...expiryHeaders },
  idempotent: 'itself',
  errors: [
    'IdempotencyKeyMissing',
    'FileTooBig',
    'FileEmpty',
    'UploadMismatch',
    'SelfieForgotten',
    'UploadProtocol',
  ],
})

export const getUpload = defineCall({
  service: 'recognition',
  name: 'getUpload',
  summary: 'Returns how many bytes of a picture were received',
  method: 'HEAD',
  path: '/uploads/:uploadId',
  auth: 'none',
  params: z.object({ uploadId: Id }),
  headers: z.looseObject(TusHeaders),
  status: 204,
  answerHeaders: { ...offsetHeaders, 'Upload-Length': 'How many bytes there are in all', ...expiryHeaders },
  errors: uploadErrors,
})

export const continueUpload = defineCall({
  service: 'recognition',
  name: 'continueUpload',
  summary: 'Sends the next bytes; those received before the connection breaks are stored',
  method: 'PATCH',
  path: '/uploads/:uploadId',
  auth: 'none',
  params: z.object({ uploadId: Id }),
  headers: z.looseObject({ ...TusHeaders, 'upload-offset': ByteCount }),
  bodyType: chunkMediaType,
  status: 204,
  answerHeaders: { ...offsetHeaders, ...expiryHeaders },
  errors: [
    ...uploadErrors,
    'UploadOffset',
    'ChecksumMismatch',
    'BodyTooLarge',
    'UnsupportedMediaType',
    'RequestTimeout',
  ],
})

export const recogniseUpload = defineCall({
  service: 'recognition',
  name: 'recogniseUpload',
  summary: 'Searches an album with an uploaded picture; once, however often it is requested',
  method: 'POST',
  path: '/uploads/:uploadId/selfie',
  auth: 'none',
  params: z.object({ uploadId: Id }),
  query: z.object({ albumId: Id }),
  status: 200,
  answer: Selfie,
  idempotent: 'itself',
  errors: [
    'UploadNotFound',
    'UploadExpired',
    'UploadIncomplete',
    'UploadMismatch',
    'ChecksumMismatch',
    ...sendSelfie.errors.filter(
      (code) => code !== 'FileMissing' && code !== 'FileTooBig' && code !== 'FileEmpty',
    ),
  ],
})

export const forgetUpload = defineCall({
  service: 'recognition',
  name: 'forgetUpload',
  summary: 'Deletes the received bytes of a picture and its embedding; later requests cannot restore them',
  method: 'DELETE',
  path: '/uploads/:uploadId',
  auth: 'none',
  params: z.object({ uploadId: Id }),
  headers: z.looseObject(TusHeaders),
  status: 204,
  answerHeaders: versionHeaders,
  errors: ['UploadNotFound', 'SelfieForgotten', 'UploadProtocol'],
})

export const forgetSent = defineCall({
  service: 'recognition',
  name: 'forgetSent',
  summary:
    'Deletes all data sent under an Idempotency-Key, in pieces or at once, and refuses later uploads under it',
  method: 'DELETE',
  path: '/uploads',
  auth: 'none',
  status: 204,
  idempotent: 'itself',
  errors: ['IdempotencyKeyMissing'],
})
