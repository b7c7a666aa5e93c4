import type { ErrorCode } from '../../../contract/errors.ts'
import { type Context, inTransaction } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { faceRejectedCodes } from './ports.ts'
import { assembleUpload, requireLiveUpload } from './receive-piece.ts'
import {
  type EmbeddedSelfie,
  embedSelfie,
  findEarlierSelfie,
  hashRequest,
  type Recognition,
  repeatOnModelChange,
  storeSelfie,
} from './receive-selfie.ts'
import type { SelfieRow } from './selfie-store.ts'
import {
  claimUpload,
  lockKey,
  releaseUpload,
  renewLease,
  storeVerdict,
  type UploadRow,
} from './upload-store.ts'

const leaseInMs = 30_000
const retryAfterInSeconds = 2

interface UploadToRecognize {
  readonly uploadId: string
  readonly eventId: string
  /** The client's id of the picture, if sent. */
  readonly key: string | null
  /** Key of the caller for limits. */
  readonly client: string
}

/** Serializes requests for the same upload in this process. */
const pendingByUpload = new Map<string, Promise<unknown>>()

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
  const pending = (pendingByUpload.get(name) ?? Promise.resolve())
    .catch(() => undefined)
    .then(() => recogniseOnce(context, recognition, input))
  pendingByUpload.set(name, pending)
  try {
    return await pending
  } finally {
    if (pendingByUpload.get(name) === pending) pendingByUpload.delete(name)
  }
}

async function recogniseOnce(
  context: Context,
  recognition: Recognition,
  { uploadId, eventId, key, client }: UploadToRecognize,
): Promise<SelfieRow> {
  const upload = await requireLiveUpload(context, uploadId)
  if (key !== null && key !== upload.key) throw new Failure('UploadMismatch')
  if (upload.receivedInBytes < upload.sizeInBytes) throw new Failure('UploadIncomplete')
  const requestHash = hashRequest(eventId, upload.sha256)
  if (upload.state === 'Answered') return getStoredVerdict(context, recognition, upload, requestHash)
  const lease = new Date(context.now.getTime() + leaseInMs)
  if (!(await claimUpload(context, uploadId, lease)))
    throw new Failure('Overloaded', { retryAfterInSeconds: retryAfterInSeconds })
  const stopRenewal = startLeaseRenewal(context, uploadId, lease)
  try {
    return await recogniseClaimed(context, recognition, upload, { eventId, requestHash, client })
  } finally {
    stopRenewal()
  }
}

async function getStoredVerdict(
  context: Context,
  recognition: Recognition,
  upload: UploadRow,
  requestHash: string,
): Promise<SelfieRow> {
  if (upload.refusal) throw new Failure(upload.refusal)
  const selfie = await findEarlierSelfie(context, recognition, upload.key, requestHash)
  if (!selfie) throw new Failure('UploadExpired')
  return selfie
}

async function recogniseClaimed(
  context: Context,
  recognition: Recognition,
  upload: UploadRow,
  input: { eventId: string; requestHash: string; client: string },
): Promise<SelfieRow> {
  const { eventId, requestHash } = input
  const selfie = await repeatOnModelChange(async () => {
    const reading = await readFace(context, recognition, upload, input)
    return inTransaction(context, async (transaction) => {
      await lockKey(transaction, upload.key)
      if (!(await storeVerdict(transaction, upload.id, null))) return undefined
      return (
        reading.earlier ??
        storeSelfie(transaction, { eventId, requestHash, ...reading.embedded, key: upload.key })
      )
    })
  })
  if (selfie) return selfie
  // Deleted or expired meanwhile, or a concurrent request was faster.
  const current = await requireLiveUpload(context, upload.id)
  return getStoredVerdict(context, recognition, current, input.requestHash)
}

type Reading = { earlier: SelfieRow } | { earlier?: undefined; embedded: EmbeddedSelfie }

/**
 * Returns the selfie sent under the key by the plain call, or else a new embedding. A verdict is stored; any other failure
 * releases the upload.
 */
async function readFace(
  context: Context,
  recognition: Recognition,
  upload: UploadRow,
  { eventId, requestHash, client }: { eventId: string; requestHash: string; client: string },
): Promise<Reading> {
  try {
    const earlier = await findEarlierSelfie(context, recognition, upload.key, requestHash)
    if (earlier) return { earlier }
    const readPicture = () => assembleUpload(context, upload)
    return { embedded: await embedSelfie(context, recognition, eventId, client, readPicture) }
  } catch (error) {
    const refusal = error instanceof Failure && isVerdict(error.code) ? error.code : undefined
    if (!refusal) await releaseUpload(context, upload.id)
    else if (!(await inTransaction(context, (transaction) => storeVerdict(transaction, upload.id, refusal))))
      await requireLiveUpload(context, upload.id)
    throw error
  }
}

function isVerdict(code: ErrorCode): boolean {
  return faceRejectedCodes.some((verdict) => verdict === code)
}

/** Renews the lease during the work, so that it expires only after the process has died. */
function startLeaseRenewal(context: Context, uploadId: string, firstExpiry: Date): () => void {
  let expiryInMs = firstExpiry.getTime()
  const timer = setInterval(() => {
    expiryInMs += leaseInMs / 3
    renewLease(context, uploadId, new Date(expiryInMs)).catch((error: unknown) =>
      context.log.warn({ err: error }, 'lease of an upload not renewed'),
    )
  }, leaseInMs / 3)
  return () => clearInterval(timer)
}
