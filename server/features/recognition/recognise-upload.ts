import type { ErrorCode } from '../../../contract/errors.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { faceRejectedCodes } from './ports.ts'
import { assembleUpload, liveUpload } from './receive-piece.ts'
import { earlierSelfie, hashRequest, keepSelfie, measure, type Recognition } from './receive-selfie.ts'
import type { SelfieRow } from './selfie-store.ts'
import {
  answerUpload,
  claimUpload,
  lockKey,
  releaseUpload,
  renewLease,
  type UploadRow,
} from './upload-store.ts'

const leaseInMs = 30_000
const lookAgainInSeconds = 2

interface UploadToRecognize {
  readonly uploadId: string
  readonly eventId: string
  /** The client's id of the picture, if sent. */
  readonly key: string | null
  /** Key of the caller for limits. */
  readonly client: string
}

/** Serializes requests for the same upload in this process. */
const turns = new Map<string, Promise<unknown>>()

/**
 * Recognises a complete picture once; repeated and concurrent calls get the same verdict. The bytes are deleted with the
 * verdict.
 *
 * @throws Failure `UploadIncomplete`; `UploadMismatch` for another picture's key; `Overloaded` while another process is
 * recognising it or too many selfies wait; the picture's verdict, e.g. `FaceNotFound`; `ChecksumMismatch`, `SelfieForgotten`,
 * `UploadExpired`, `UploadNotFound`, `IdempotencyKeyReused`
 */
export async function recogniseUpload(
  context: Context,
  recognition: Recognition,
  input: UploadToRecognize,
): Promise<SelfieRow> {
  const name = `${context.tenant.name}\n${input.uploadId}`
  const turn = (turns.get(name) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => recogniseInTurn(context, recognition, input))
  turns.set(name, turn)
  try {
    return await turn
  } finally {
    if (turns.get(name) === turn) turns.delete(name)
  }
}

async function recogniseInTurn(
  context: Context,
  recognition: Recognition,
  { uploadId, eventId, key, client }: UploadToRecognize,
): Promise<SelfieRow> {
  const upload = await liveUpload(context, uploadId)
  if (key !== null && key !== upload.key) throw new Failure('UploadMismatch')
  if (upload.receivedInBytes < upload.sizeInBytes) throw new Failure('UploadIncomplete')
  const requestHash = hashRequest(eventId, upload.sha256)
  if (upload.state === 'Answered') return answeredBefore(context, recognition, upload, requestHash)
  const lease = new Date(context.now.getTime() + leaseInMs)
  if (!(await claimUpload(context, uploadId, lease)))
    throw new Failure('Overloaded', { retryAfterInSeconds: lookAgainInSeconds })
  const stop = keepLease(context, uploadId, lease)
  try {
    return await readClaimed(context, recognition, upload, { eventId, requestHash, client })
  } finally {
    stop()
  }
}

async function answeredBefore(
  context: Context,
  recognition: Recognition,
  upload: UploadRow,
  requestHash: string,
): Promise<SelfieRow> {
  if (upload.refusal) throw new Failure(upload.refusal)
  const selfie = await earlierSelfie(context, recognition, upload.key, requestHash)
  if (!selfie) throw new Failure('UploadExpired')
  return selfie
}

async function readClaimed(
  context: Context,
  recognition: Recognition,
  upload: UploadRow,
  asked: { eventId: string; requestHash: string; client: string },
): Promise<SelfieRow> {
  const { eventId, requestHash } = asked
  const seen = await look(context, recognition, upload, asked)
  const selfie = await inTransaction(context, async (inside) => {
    await lockKey(inside, upload.key)
    if (!(await answerUpload(inside, upload.id, null))) return undefined
    return (
      seen.earlier ?? keepSelfie(inside, { eventId, requestHash, embedding: seen.embedding, key: upload.key })
    )
  })
  if (selfie) return selfie
  // Deleted or expired meanwhile, or a concurrent request was faster.
  const now = await liveUpload(context, upload.id)
  return answeredBefore(context, recognition, now, asked.requestHash)
}

type Seen = { earlier: SelfieRow } | { earlier?: undefined; embedding: Float32Array }

/**
 * Returns the selfie sent under the key by the plain call, or else a new embedding. A verdict is stored; any other failure
 * releases the upload.
 */
async function look(
  context: Context,
  recognition: Recognition,
  upload: UploadRow,
  { requestHash, client }: { requestHash: string; client: string },
): Promise<Seen> {
  try {
    const earlier = await earlierSelfie(context, recognition, upload.key, requestHash)
    if (earlier) return { earlier }
    const claim = { client, sizeInBytes: 0 }
    return { embedding: await measure(recognition, claim, () => assembleUpload(context, upload)) }
  } catch (error) {
    const refusal = error instanceof Failure && isVerdict(error.code) ? error.code : undefined
    if (!refusal) await releaseUpload(context, upload.id)
    else if (!(await inTransaction(context, (inside) => answerUpload(inside, upload.id, refusal))))
      await liveUpload(context, upload.id)
    throw error
  }
}

function isVerdict(code: ErrorCode): boolean {
  return faceRejectedCodes.some((verdict) => verdict === code)
}

/** Renews the lease during the work, so that it expires only after the process has died. */
function keepLease(context: Context, uploadId: string, first: Date): () => void {
  let until = first.getTime()
  const timer = setInterval(() => {
    until += leaseInMs / 3
    renewLease(context, uploadId, new Date(until)).catch((error: unknown) =>
      context.log.warn({ err: error }, 'lease of an upload not renewed'),
    )
  }, leaseInMs / 3)
  return () => clearInterval(timer)
}
