import { Id } from '../../contract/common.ts'
import {
  chunkMediaType,
  chunkSizeInBytes,
  continueUpload,
  createUpload,
  getUpload,
  tusVersion,
} from '../../contract/uploads.ts'
import { requestRaw } from './api.ts'
import { ApiError, createNoResponseError, isApiError } from './api-error.ts'
import { parseApiError } from './parse-api-error.ts'
import { type ReceivedResponse, timeouts } from './transport.ts'

/** Describes a file to upload, with the state of its upload if one has begun. */
export interface ResumableFile {
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
export interface UploadState {
  uploadId: string
  offset: number
}

export interface ResumeOptions {
  signal?: AbortSignal
  /** Called and awaited whenever more bytes have arrived. */
  onStateChange: (state: UploadState) => void | Promise<void>
  /** Share of the bytes that have arrived, 0 to 1. */
  onProgress?: (share: number) => void
}

/** A piece sent in less time indicates a fast link; the next one may be larger. */
const fastPieceThresholdInMs = 500
/** Target duration of a larger piece. */
const targetPieceTimeInMs = 2_000
/** Limits consecutive tries without progress; then the upload fails and the outbox waits. */
const maxTriesWithoutProgress = 3
/** Limits the uploads that are started when the bytes arrive damaged or the service has dropped the upload. */
const maxUploads = 3

/**
 * Sends a file in pieces (tus 1.0.0): reads the received offset, continues there, and reads it again after an interruption.
 * Fails after interruptions without progress, or when the service does not answer; the outbox retries later.
 *
 * @returns the upload's id
 * @throws ApiError `NotImplemented` where the service has no resumable uploads; `NoResponse`; `UploadMismatch`,
 *   `SelfieForgotten`, `FileTooBig` and others of `contract/uploads.ts`; the signal's reason when aborted
 */
export async function uploadWithResume(file: ResumableFile, options: ResumeOptions): Promise<string> {
  let state = await getUploadState(file, options)
  for (let uploadCount = 1; ; uploadCount++) {
    try {
      return await sendRemaining(file, state, options)
    } catch (error) {
      const isUploadLost = isApiError(error, 'UploadNotFound', 'UploadExpired', 'ChecksumMismatch')
      if (!isUploadLost || uploadCount >= maxUploads) throw error
      state = await startUpload(file, options)
    }
  }
}

async function getUploadState(file: ResumableFile, options: ResumeOptions): Promise<UploadState> {
  if (file.uploadId === undefined) return startUpload(file, options)
  const offset = await fetchOffset(file, file.uploadId, options)
  return offset === undefined
    ? startUpload(file, options)
    : reportState({ uploadId: file.uploadId, offset }, file, options)
}

async function sendRemaining(
  file: ResumableFile,
  startState: UploadState,
  options: ResumeOptions,
): Promise<string> {
  const { uploadId } = startState
  let { offset } = startState
  let pieceSizeInBytes = chunkSizeInBytes
  let triesWithoutProgress = 0
  while (offset < file.bytes.byteLength) {
    const end = Math.min(offset + pieceSizeInBytes, file.bytes.byteLength)
    const piece = { start: offset, end }
    const { receivedInBytes, durationInMs, failure } = await tryPiece(file, uploadId, piece, options)
    triesWithoutProgress = receivedInBytes > offset ? 0 : triesWithoutProgress + 1
    if (failure && triesWithoutProgress >= maxTriesWithoutProgress) throw failure
    pieceSizeInBytes = failure ? chunkSizeInBytes : computeNextPieceSize(end - offset, durationInMs)
    offset = receivedInBytes
    await reportState({ uploadId, offset }, file, options)
  }
  return uploadId
}

/** Sends a piece; after an interruption reads how much of it has arrived. */
async function tryPiece(
  file: ResumableFile,
  uploadId: string,
  piece: { start: number; end: number },
  options: ResumeOptions,
): Promise<{ receivedInBytes: number; durationInMs: number; failure?: ApiError }> {
  const startedAt = performance.now()
  const getDurationInMs = () => performance.now() - startedAt
  try {
    return {
      receivedInBytes: await sendPiece(file, uploadId, piece, options),
      durationInMs: getDurationInMs(),
    }
  } catch (failure) {
    if (!isApiError(failure, 'NoResponse', 'RequestTimeout', 'UploadOffset')) throw failure
    const receivedInBytes = await fetchOffset(file, uploadId, options)
    if (receivedInBytes === undefined) throw new ApiError('UploadNotFound', 404, { cause: failure })
    return { receivedInBytes, durationInMs: getDurationInMs(), failure }
  }
}

/**
 * Returns how many bytes to send next. On a slow link 64 KB, so that an interruption costs no more; on a fast link as many as
 * it sends in two seconds.
 */
export function computeNextPieceSize(sentInBytes: number, durationInMs: number): number {
  if (durationInMs >= fastPieceThresholdInMs) return chunkSizeInBytes
  const pieces = Math.floor(
    (sentInBytes * targetPieceTimeInMs) / Math.max(durationInMs, 1) / chunkSizeInBytes,
  )
  return Math.max(1, pieces) * chunkSizeInBytes
}

async function reportState(
  state: UploadState,
  file: ResumableFile,
  options: ResumeOptions,
): Promise<UploadState> {
  await options.onStateChange(state)
  options.onProgress?.(state.offset / file.bytes.byteLength)
  return state
}

const tusHeaders = { 'tus-resumable': tusVersion }

/** Creates an upload, or returns the one that was created under the idempotency key. */
async function startUpload(file: ResumableFile, options: ResumeOptions): Promise<UploadState> {
  const received = await requestRaw(createUpload, {
    headers: {
      ...tusHeaders,
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
  if (status !== createUpload.status) throw await readApiError(received)
  const uploadId = headers.get('location')?.split('/').at(-1)
  if (!Id.safeParse(uploadId).success || uploadId === undefined)
    throw createNoResponseError('an upload without an id')
  return reportState({ uploadId, offset: readOffset(received, file) }, file, options)
}

/** Returns the received offset; undefined when the service no longer has the upload. */
async function fetchOffset(
  file: ResumableFile,
  uploadId: string,
  { signal }: ResumeOptions,
): Promise<number | undefined> {
  const received = await requestRaw(getUpload, {
    params: { uploadId },
    headers: tusHeaders,
    timeoutInMs: timeouts.readInMs,
    signal,
  })
  const { status, headers } = received.response
  if (!hasTusHeader(received)) throw createNoResponseError(`${status} without Tus-Resumable`)
  if (status === 404 || status === 410) return undefined
  // an answer to HEAD has no body, so it contains no reason
  if (!received.response.ok) throw createNoResponseError(`${status} to the question what has arrived`)
  if (headers.get('upload-length') !== String(file.bytes.byteLength))
    throw createNoResponseError('another length')
  return readOffset(received, file)
}

async function sendPiece(
  file: ResumableFile,
  uploadId: string,
  { start, end }: { start: number; end: number },
  { signal }: ResumeOptions,
): Promise<number> {
  const received = await requestRaw(continueUpload, {
    params: { uploadId },
    headers: { ...tusHeaders, 'content-type': chunkMediaType, 'upload-offset': String(start) },
    chunk: new Blob([file.bytes.slice(start, end)]),
    timeoutInMs: timeouts.pieceInMs,
    signal,
  })
  if (received.response.status !== continueUpload.status) throw await readApiError(received)
  const receivedInBytes = readOffset(received, file)
  if (receivedInBytes !== end)
    throw createNoResponseError(`${receivedInBytes} bytes have arrived, not ${end}`)
  return receivedInBytes
}

async function readApiError(received: ReceivedResponse): Promise<ApiError> {
  const { response, body } = received
  if (response.ok) return createNoResponseError(`status ${response.status}`)
  return parseApiError(response, await body.text())
}

const hasTusHeader = ({ response }: ReceivedResponse) => response.headers.get('tus-resumable') === tusVersion

/** @throws ApiError NoResponse when the answer violates the protocol */
function readOffset(received: ReceivedResponse, file: ResumableFile): number {
  const text = received.response.headers.get('upload-offset') ?? ''
  const offset = Number(text)
  const isValid = hasTusHeader(received) && /^\d+$/.test(text) && offset <= file.bytes.byteLength
  if (!isValid) throw createNoResponseError(`Upload-Offset ${text}`)
  return offset
}
