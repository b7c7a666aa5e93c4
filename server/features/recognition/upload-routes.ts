import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { buildPath } from '../../../contract/call.ts'
import {
  chunkMediaType,
  continueUpload,
  createUpload,
  forgetSent,
  forgetUpload,
  getUpload,
  tusVersion,
} from '../../../contract/uploads.ts'
import { toClientKey } from '../../platform/http/client-key.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { signText } from '../../platform/http/signed-link.ts'
import { beginUpload } from './begin-upload.ts'
import { deleteKeyData } from './delete-key-data.ts'
import { readIdempotencyKey } from './idempotency-key.ts'
import { receiveBody, requireLiveUpload } from './receive-piece.ts'
import type { Recognition } from './receive-selfie.ts'
import { findUpload, type UploadRow } from './upload-store.ts'

/** Limits per address; a venue's visitors share one, and a picture on a slow link is sent in a handful of pieces. */
const maxPerMinute = { created: 600, pieces: 6_000, forgotten: 600 }

const createLimit = (perAddress: number) => ({ limit: { perAddress, windowInMs: 60_000 } })

/**
 * Serves chunked uploads of face pictures by the tus protocol 1.0.0.
 *
 * @param clientSecret key of the pseudonyms of clients, the same in all processes
 */
export function serveUploads(app: FastifyInstance, recognition: Recognition, clientSecret: Uint8Array): void {
  // The body remains a stream, so that received bytes are stored even if the rest is lost.
  app.addContentTypeParser(chunkMediaType, (_request, payload, done) => done(null, payload))

  registerCall(
    app,
    createUpload,
    async (context, { headers, request, reply }) => {
      checkTusVersion(request, reply)
      const upload = await beginUpload(context, {
        key: requireIdempotencyKey(request),
        sha256: readSha256(headers['upload-metadata']),
        sizeInBytes: Number(headers['upload-length']),
        client: signText(toClientKey(request.ip), clientSecret),
      })
      setStateHeaders(reply, upload)
      reply.header('location', buildPath(getUpload, { uploadId: upload.id }))
      return undefined
    },
    createLimit(maxPerMinute.created),
  )

  registerCall(app, getUpload, async (context, { params, request, reply }) => {
    checkTusVersion(request, reply)
    const upload = await requireLiveUpload(context, params.uploadId)
    setStateHeaders(reply, upload)
    reply.header('upload-length', String(upload.sizeInBytes))
    return undefined
  })

  registerCall(
    app,
    continueUpload,
    async (context, { params, headers, request, reply }) => {
      checkTusVersion(request, reply)
      const upload = await requireLiveUpload(context, params.uploadId)
      setStateHeaders(reply, upload)
      if (!isStream(request.body)) throw new Failure('UnsupportedMediaType')
      const input = {
        startsAt: Number(headers['upload-offset']),
        announcedInBytes: Number(request.headers['content-length'] ?? 0),
        body: request.body,
      }
      await receiveBody(context, upload, input, (inBytes) => setOffsetHeader(reply, inBytes))
      return undefined
    },
    createLimit(maxPerMinute.pieces),
  )

  registerCall(
    app,
    forgetUpload,
    async (context, { params, request, reply }) => {
      checkTusVersion(request, reply)
      const upload = await findUpload(context, params.uploadId)
      if (!upload) throw new Failure('UploadNotFound')
      if (upload.state === 'Forgotten') throw new Failure('SelfieForgotten')
      await deleteKeyData(context, upload.key, recognition.deletePersonData)
      return undefined
    },
    createLimit(maxPerMinute.forgotten),
  )

  registerCall(
    app,
    forgetSent,
    async (context, { request }) => {
      await deleteKeyData(context, requireIdempotencyKey(request), recognition.deletePersonData)
      return undefined
    },
    createLimit(maxPerMinute.forgotten),
  )
}

/**
 * Checks the protocol version of a request.
 *
 * @throws Failure `UploadProtocol` for an unsupported version
 */
function checkTusVersion(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-resumable', tusVersion)
  if (request.headers['tus-resumable'] === tusVersion) return
  reply.header('tus-version', tusVersion)
  throw new Failure('UploadProtocol')
}

function setStateHeaders(reply: FastifyReply, upload: UploadRow): void {
  setOffsetHeader(reply, upload.receivedInBytes)
  reply.header('upload-expires', upload.expiresOn.toUTCString())
}

function setOffsetHeader(reply: FastifyReply, inBytes: number): void {
  reply.header('upload-offset', String(inBytes))
}

function requireIdempotencyKey(request: FastifyRequest): string {
  const key = readIdempotencyKey(request)
  if (key === null) throw new Failure('IdempotencyKeyMissing')
  return key
}

/** Returns `sha256` of the tus metadata: comma-separated pairs of a name and a base64 value. */
function readSha256(metadata: string): string {
  for (const pair of metadata.split(',')) {
    const [name, value = ''] = pair.trim().split(' ')
    const text = name === 'sha256' ? Buffer.from(value, 'base64').toString() : ''
    if (/^[0-9a-f]{64}$/.test(text)) return text
  }
  const field = { field: 'Upload-Metadata', code: 'Invalid', message: 'sha256 in lower-case hex, as base64' }
  throw new Failure('ValidationFailed', { fields: [field] })
}

const isStream = (body: unknown): body is AsyncIterable<Uint8Array> =>
  typeof body === 'object' && body !== null && Symbol.asyncIterator in body
