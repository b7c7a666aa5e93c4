import type { ErrorCode } from '../../../contract/errors.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { faceRejectedCodes } from './ports.ts'
import { liveUpload, wholeOf } from './receive-piece.ts'
import { earlierSelfie, keepSelfie, measure, type Recognition, requestHashOf } from './receive-selfie.ts'
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

interface Wish {
  readonly uploadId: string
  readonly eventId: string
  /** The client's own id of the picture, when it gives it. */
  readonly key: string | null
}

/** Who asks for the same upload in this process waits for the other. */
const turns = new Map<string, Promise<unknown>>()

/**
 * Recognises a picture that has arrived: once, however often and by whom it is asked, then the same verdict again. The
 * bytes are deleted with the verdict.
 *
 * @throws Failure `UploadIncomplete`; `UploadMismatch` for another picture's key; `Overloaded` while another process is at it; the picture's own verdict, e.g.
 *   `FaceNotFound`; `ChecksumMismatch`, `SelfieForgotten`, `UploadExpired`, `UploadNotFound`, `IdempotencyKeyReused`
 */
export async function recogniseUpload(
  context: Context,
  recognition: Recognition,
  wish: Wish,
): Promise<SelfieRow> {
  const name = `${context.tenant.name}\n${wish.uploadId}`
  const turn = (turns.get(name) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => recogniseInTurn(context, recognition, wish))
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
  { uploadId, eventId, key }: Wish,
): Promise<SelfieRow> {
  const upload = await liveUpload(context, uploadId)
  if (key !== null && key !== upload.key) throw new Failure('UploadMismatch')
  if (upload.receivedInBytes < upload.sizeInBytes) throw new Failure('UploadIncomplete')
  const requestHash = requestHashOf(eventId, upload.sha256)
  if (upload.state === 'Answered') return answeredBefore(context, recognition, upload, requestHash)
  const lease = new Date(context.now.getTime() + leaseInMs)
  if (!(await claimUpload(context, uploadId, lease)))
    throw new Failure('Overloaded', { retryAfterInSeconds: lookAgainInSeconds })
  const stop = keepLease(context, uploadId, lease)
  try {
    return await readClaimed(context, recognition, upload, { eventId, requestHash })
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
  asked: { eventId: string; requestHash: string },
): Promise<SelfieRow> {
  const seen = await look(context, recognition, upload, asked.requestHash)
  const selfie = await inTransaction(context, async (inside) => {
    await lockKey(inside, upload.key)
    if (!(await answerUpload(inside, upload.id, null))) return undefined
    return seen.earlier ?? keepSelfie(inside, { ...asked, embedding: seen.embedding, key: upload.key })
  })
  if (selfie) return selfie
  // Forgotten or over meanwhile, or somebody else was faster.
  const now = await liveUpload(context, upload.id)
  return answeredBefore(context, recognition, now, asked.requestHash)
}

type Seen = { earlier: SelfieRow } | { earlier?: undefined; embedding: Float32Array }

/** What came under the key by the plain call, else what is measured now; a verdict is written, any other failure gives the upload back. */
async function look(
  context: Context,
  recognition: Recognition,
  upload: UploadRow,
  requestHash: string,
): Promise<Seen> {
  try {
    const earlier = await earlierSelfie(context, recognition, upload.key, requestHash)
    if (earlier) return { earlier }
    return { embedding: await measure(recognition.faces, await wholeOf(context, upload)) }
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

/** Prolongs the lease while the work lasts, so that it runs out only after a process has died. */
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
