import { Id } from '../../contract/common.ts'
import {
  continueUpload,
  createUpload,
  getUpload,
  pieceSizeInBytes,
  pieceType,
  tusVersion,
} from '../../contract/uploads.ts'
import { requestRaw } from './api.ts'
import { ApiError, isApiError, noResponse } from './api-error.ts'
import { errorOfAnswer } from './error-of-answer.ts'
import { type Received, timeouts } from './transport.ts'

/** Describes a file to upload, with the state of its upload if one has begun. */
export interface Resumable {
  /** Client-generated id of the file, the same for every try. */
  key: string
  bytes: ArrayBuffer
  /** SHA-256 of the bytes, lowercase hex. */
  sha256: string
  uploadId?: string
  /** Number of bytes that the service has, as far as is known. */
  offset?: number
}

/** Describes the state of an upload. Persist it, so that the upload can continue after the page was killed. */
export interface UploadPlace {
  uploadId: string
  offset: number
}

export interface ResumeOptions {
  signal?: AbortSignal
  /** Called and awaited whenever more bytes have arrived. */
  onPlace: (place: UploadPlace) => void | Promise<void>
  /** Share of the bytes that have arrived, 0 to 1. */
  onProgress?: (share: number) => void
}

/** A piece sent in less time indicates a fast link; the next one may be larger. */
const fastInMs = 500
/** Target duration of a larger piece. */
const aimInMs = 2_000
/** Limits consecutive tries without progress; then the upload fails and the outbox waits. */
const vainTriesAtMost = 3
/** Limits the uploads that are started when the bytes arrive damaged or the service has dropped the upload. */
const beginningsAtMost = 3

/**
 * Sends a file in pieces (tus 1.0.0): reads the received offset, continues there, and reads it again after an interruption.
 * Fails after interruptions without progress, or when the service does not answer; the outbox retries later.
 *
 * @returns the upload's id
 * @throws ApiError `NotImplemented` where the service has no resumable uploads; `NoResponse`; `UploadMismatch`,
 *   `SelfieForgotten`, `FileTooBig` and others of `contract/uploads.ts`; the signal's reason when aborted
 */
export async function uploadWithResume(file: Resumable, options: ResumeOptions): Promise<string> {
  let place = await whereItStands(file, options)
  for (let beginnings = 1; ; beginnings++) {
    try {
      return await sendRest(file, place, options)
    } catch (error) {
      const isOver = isApiError(error, 'UploadNotFound', 'UploadExpired', 'ChecksumMismatch')
      if (!isOver || beginnings >= beginningsAtMost) throw error
      place = await begin(file, options)
    }
  }
}

async function whereItStands(file: Resumable, options: ResumeOptions): Promise<UploadPlace> {
  if (file.uploadId === undefined) return begin(file, options)
  const offset = await ask(file, file.uploadId, options)
  return offset === undefined
    ? begin(file, options)
    : reportPlace({ uploadId: file.uploadId, offset }, file, options)
}

async function sendRest(file: Resumable, from: UploadPlace, options: ResumeOptions): Promise<string> {
  const { uploadId } = from
  let { offset } = from
  let pieceInBytes = pieceSizeInBytes
  let vainTries = 0
  while (offset < file.bytes.byteLength) {
    const end = Math.min(offset + pieceInBytes, file.bytes.byteLength)
    const piece = { start: offset, end }
    const { arrived, tookInMs, failure } = await tryPiece(file, uploadId, piece, options)
    vainTries = arrived > offset ? 0 : vainTries + 1
    if (failure && vainTries >= vainTriesAtMost) throw failure
    pieceInBytes = failure ? pieceSizeInBytes : nextPieceSize(end - offset, tookInMs)
    offset = arrived
    await reportPlace({ uploadId, offset }, file, options)
  }
  return uploadId
}

/** Sends a piece; after an interruption reads how much of it has arrived. */
async function tryPiece(
  file: Resumable,
  uploadId: string,
  piece: { start: number; end: number },
  options: ResumeOptions,
): Promise<{ arrived: number; tookInMs: number; failure?: ApiError }> {
  const startedOn = performance.now()
  const took = () => performance.now() - startedOn
  try {
    return { arrived: await sendPiece(file, uploadId, piece, options), tookInMs: took() }
  } catch (failure) {
    if (!isApiError(failure, 'NoResponse', 'RequestTimeout', 'UploadOffset')) throw failure
    const arrived = await ask(file, uploadId, options)
    if (arrived === undefined) throw new ApiError('UploadNotFound', 404, { cause: failure })
    return { arrived, tookInMs: took(), failure }
  }
}

/**
 * Returns how many bytes to send next. On a slow link 64 KB, so that an interruption costs no more; on a fast link as many as
 * it sends in two seconds.
 */
export function nextPieceSize(sentInBytes: number, tookInMs: number): number {
  if (tookInMs >= fastInMs) return pieceSizeInBytes
  const pieces = Math.floor((sentInBytes * aimInMs) / Math.max(tookInMs, 1) / pieceSizeInBytes)
  return Math.max(1, pieces) * pieceSizeInBytes
}

async function reportPlace(
  place: UploadPlace,
  file: Resumable,
  options: ResumeOptions,
): Promise<UploadPlace> {
  await options.onPlace(place)
  options.onProgress?.(place.offset / file.bytes.byteLength)
  return place
}

const tus = { 'tus-resumable': tusVersion }

/** Creates an upload, or returns the one that was created under the idempotency key. */
async function begin(file: Resumable, options: ResumeOptions): Promise<UploadPlace> {
  const received = await requestRaw(createUpload, {
    headers: {
      ...tus,
      'upload-length': String(file.bytes.byteLength),
      'upload-metadata': `sha256 ${btoa(file.sha256)}`,
    },
    idempotencyKey: file.key,
    timeoutInMs: timeouts.writeInMs,
    signal: options.signal,
  })
  const { status, headers } = received.response
  // a backend may not support resumable uploads; each reports that with a different status
  if (status === 404 || status === 405 || status === 501) throw new ApiError('NotImplemented', 501)
  if (status !== createUpload.status) throw await toApiError(received)
  const uploadId = headers.get('location')?.split('/').at(-1)
  if (!Id.safeParse(uploadId).success || uploadId === undefined) throw noResponse('an upload without an id')
  return reportPlace({ uploadId, offset: readOffset(received, file) }, file, options)
}

/** Returns the received offset; undefined when the service no longer has the upload. */
async function ask(
  file: Resumable,
  uploadId: string,
  { signal }: ResumeOptions,
): Promise<number | undefined> {
  const received = await requestRaw(getUpload, {
    params: { uploadId },
    headers: tus,
    timeoutInMs: timeouts.readInMs,
    signal,
  })
  const { status, headers } = received.response
  if (!speaksTus(received)) throw noResponse(`${status} without Tus-Resumable`)
  if (status === 404 || status === 410) return undefined
  // an answer to HEAD has no body, so it contains no reason
  if (!received.response.ok) throw noResponse(`${status} to the question what has arrived`)
  if (headers.get('upload-length') !== String(file.bytes.byteLength)) throw noResponse('another length')
  return readOffset(received, file)
}

async function sendPiece(
  file: Resumable,
  uploadId: string,
  { start, end }: { start: number; end: number },
  { signal }: ResumeOptions,
): Promise<number> {
  const received = await requestRaw(continueUpload, {
    params: { uploadId },
    headers: { ...tus, 'content-type': pieceType, 'upload-offset': String(start) },
    piece: new Blob([file.bytes.slice(start, end)]),
    timeoutInMs: timeouts.pieceInMs,
    signal,
  })
  if (received.response.status !== continueUpload.status) throw await toApiError(received)
  const arrived = readOffset(received, file)
  if (arrived !== end) throw noResponse(`${arrived} bytes have arrived, not ${end}`)
  return arrived
}

async function toApiError(received: Received): Promise<ApiError> {
  const { response, body } = received
  if (response.ok) return noResponse(`status ${response.status}`)
  return errorOfAnswer(response, await body.text())
}

const speaksTus = ({ response }: Received) => response.headers.get('tus-resumable') === tusVersion

/** @throws ApiError NoResponse when the answer violates the protocol */
function readOffset(received: Received, file: Resumable): number {
  const text = received.response.headers.get('upload-offset') ?? ''
  const offset = Number(text)
  const isProper = speaksTus(received) && /^\d+$/.test(text) && offset <= file.bytes.byteLength
  if (!isProper) throw noResponse(`Upload-Offset ${text}`)
  return offset
}
