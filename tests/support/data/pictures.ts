import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { LightMyRequestResponse } from 'fastify'
import { type ErrorCode, errorStatus } from '../../../contract/errors.ts'
import { type Selfie, sendSelfie } from '../../../contract/recognition.ts'
import {
  continueUpload,
  createUpload,
  getUpload,
  recogniseUpload,
  tusVersion,
} from '../../../contract/uploads.ts'
import { FaceRejected } from '../../../server/features/recognition/ports.ts'
import { newId, sha256 } from '../../../server/platform/ids.ts'
import { type CallInput, sendCall } from '../server/api-calls.ts'
import type { SearchServer } from '../server/search-server.ts'
import { createFacesPort } from './faces-port.ts'
import { buildEmbedding } from './race.ts'

/** A picture to upload. */
export interface Picture {
  /** Client-generated id. */
  key: string
  bytes: Uint8Array
  sha256: string
}

/** Returns random bytes as a picture; the first bytes define the result of `countingFaces`. */
export function buildPicture(sizeInBytes = 1000, content: 'a face' | 'no face' = 'a face'): Picture {
  const bytes = randomBytes(sizeInBytes)
  bytes.write(`${content}.`)
  return { key: newId(), bytes, sha256: sha256(bytes) }
}

/** Creates a fake recognition, which returns the result defined by the picture's bytes, and counts its calls. */
export function createCountingRecognition() {
  const reads: string[] = []
  let beforeResult: () => Promise<void> = async () => undefined
  const faces = createFacesPort(async (bytes) => {
    reads.push(sha256(bytes))
    await beforeResult()
    if (Buffer.from(bytes).toString('latin1').startsWith('no face')) throw new FaceRejected('FaceNotFound')
    return { embedding: buildEmbedding(reads.length) }
  })
  return {
    faces,
    /** Returns how often a picture was analyzed. */
    countReads: (picture: Picture) => reads.filter((hash) => hash === picture.sha256).length,
    /** Runs work before each analysis ends. */
    runBeforeResult: (work: () => Promise<void>) => {
      beforeResult = work
    },
  }
}

const tus = { 'tus-resumable': tusVersion }

/** Returns the calls of an upload, as a client of one address makes them. */
export function createUploader(testServer: SearchServer, options: { address?: string; host?: string } = {}) {
  // a random address, so that the rate limit per address does not apply
  const address =
    options.address ?? `10.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}.1`
  const sendFromAddress = (call: Parameters<typeof sendCall>[1], more: CallInput) =>
    sendCall(testServer.app, call, { address, host: options.host, ...more })

  const create = (picture: Picture, headers: Record<string, string> = {}) =>
    sendFromAddress(createUpload, {
      headers: {
        ...tus,
        'upload-length': String(picture.bytes.byteLength),
        'upload-metadata': `sha256 ${btoa(picture.sha256)}`,
        'idempotency-key': picture.key,
        ...headers,
      },
    })
  const patch = (uploadId: string, offset: number, bytes: Uint8Array, headers: Record<string, string> = {}) =>
    sendFromAddress(continueUpload, {
      params: { uploadId },
      body: Buffer.from(bytes),
      headers: {
        ...tus,
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
        ...headers,
      },
    })
  return {
    send: sendFromAddress,
    create,
    patch,
    head: (uploadId: string) => sendFromAddress(getUpload, { params: { uploadId }, headers: tus }),
    recognise: (uploadId: string, albumId: string, key?: string) =>
      sendFromAddress(recogniseUpload, {
        params: { uploadId },
        query: { albumId },
        headers: key === undefined ? {} : { 'idempotency-key': key },
      }),
    /** Uploads in one request, as a form. */
    sendAsForm: async ({ key, bytes }: Picture, albumId: string) => {
      const form = new FormData()
      form.append('file', new Blob([new Uint8Array(bytes)]), 'face.jpg')
      const request = new Request('http://one.test/', { method: 'POST', body: form })
      return sendFromAddress(sendSelfie, {
        query: { albumId },
        body: Buffer.from(await request.arrayBuffer()),
        headers: { 'content-type': request.headers.get('content-type') ?? '', 'idempotency-key': key },
      })
    },
    /** Creates an upload and sends it completely. */
    uploadAll: async (picture: Picture): Promise<string> => {
      const uploadId = readUploadId(await create(picture))
      const { statusCode, body } = await patch(uploadId, 0, picture.bytes)
      if (statusCode !== 204) throw new Error(`${statusCode} ${body}`)
      return uploadId
    },
  }
}

/** Returns the upload's id from the answer to its creation. */
export function readUploadId(created: LightMyRequestResponse): string {
  if (created.statusCode !== 201) throw new Error(`${created.statusCode} ${created.body}`)
  return String(created.headers.location).split('/').at(-1) ?? ''
}

/** Returns status and code of a refusal. */
export const readStatusAndCode = (response: LightMyRequestResponse): [number, string] => [
  response.statusCode,
  response.json<{ code: string }>().code,
]
export const toStatusAndCode = (code: ErrorCode): [number, string] => [errorStatus[code], code]

/** Returns status and the received offset. */
export const readOffset = (response: LightMyRequestResponse) => [
  response.statusCode,
  response.headers['upload-offset'],
]

export const readSelfieId = (response: LightMyRequestResponse) => response.json<Selfie>().selfieId

/** Returns the stored pieces and selfies of a picture, and the state of its upload. */
export async function readStoredState(testServer: SearchServer, { key }: Picture) {
  const { rows } = await testServer.services.db.execute<{
    pieces: number
    selfies: number
    state: string | null
  }>(sql`
    select
      (select count(*)::int from upload_pieces p join uploads u on u.id = p.upload_id where u.key = ${key}) as pieces,
      (select count(*)::int from selfies where idempotency_key = ${key}) as selfies,
      (select state from uploads where key = ${key}) as state`)
  const [found] = rows
  return { ...found, state: found?.state ?? undefined }
}
