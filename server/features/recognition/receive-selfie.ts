import { type Context, inTransaction } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId, sha256 } from '../../platform/ids.ts'
import { lockFaceSearch } from '../events/index.ts'
import { enqueueSweep, type ForgetPerson, forgetExpired } from './forget-selfies.ts'
import { FaceRejected, type FacesPort } from './ports.ts'
import type { Claim, SelfieQueue } from './selfie-queue.ts'
import { findSelfieByKey, insertSelfie, type SelfieRow } from './selfie-store.ts'
import { findUploadByKey, lockKey } from './upload-store.ts'

const lifetimeInMs = 24 * 3_600_000

/** Services that recognition needs besides the database. */
export interface Recognition {
  readonly faces: FacesPort
  readonly queue: SelfieQueue
  /** Deletes a person's answers about photos. */
  readonly forgetPerson: ForgetPerson
}

/**
 * Computes the embedding of the face in a picture and stores it for a day; the picture is not stored. Idempotent: the same key
 * with the same picture returns the selfie of the first call.
 *
 * @throws Failure with the code that `FaceRejected` carries; `IdempotencyKeyReused`; `SelfieForgotten` when the key has a
 * tombstone; `FaceSearchOff`; `Overloaded` while too many selfies wait
 */
export async function receiveSelfie(
  context: Context,
  recognition: Recognition,
  picture: { eventId: string; bytes: Uint8Array; idempotencyKey: string | null; client: string },
): Promise<SelfieRow> {
  const { eventId, bytes, idempotencyKey: key, client } = picture
  const requestHash = hashRequest(eventId, sha256(bytes))
  const earlier = key === null ? undefined : await earlierSelfie(context, recognition, key, requestHash)
  if (earlier) return earlier

  const claim = { client, sizeInBytes: bytes.byteLength }
  const embedding = await measure(recognition, claim, async () => bytes)
  const written = await inTransaction(context, async (inside) => {
    if (key !== null) {
      await lockKey(inside, key)
      if (await isForgotten(inside, key)) throw new Failure('SelfieForgotten')
    }
    return keepSelfie(inside, { eventId, embedding, key, requestHash })
  })
  if (written) return written
  // A concurrent request with the same key was faster.
  const twin = key === null ? undefined : await earlierSelfie(context, recognition, key, requestHash)
  if (!twin) throw new Error('A selfie is neither new nor known')
  return twin
}

/** Returns the hash of event and picture, which must be equal for a key to be accepted again. */
export function hashRequest(eventId: string, pictureHash: string): string {
  return sha256(`${eventId}\n${pictureHash}`)
}

/**
 * Returns the selfie that was sent under a key.
 *
 * @throws Failure `IdempotencyKeyReused` when it was another picture or event; `SelfieForgotten`
 */
export async function earlierSelfie(
  context: Context,
  { forgetPerson }: Recognition,
  key: string,
  requestHash: string,
): Promise<SelfieRow | undefined> {
  if (await isForgotten(context, key)) throw new Failure('SelfieForgotten')
  const earlier = await findSelfieByKey(context, key)
  if (!earlier) return undefined
  if (earlier.expiresOn <= context.now) {
    await forgetExpired(context, forgetPerson)
    return undefined
  }
  if (earlier.requestHash !== requestHash) throw new Failure('IdempotencyKeyReused')
  return earlier
}

async function isForgotten(context: Context, key: string): Promise<boolean> {
  const upload = await findUploadByKey(context, key)
  return upload?.state === 'Forgotten' && upload.goneOn > context.now
}

/**
 * Inserts a selfie with its expiry, in the caller's transaction.
 *
 * @returns undefined when there is one with this key
 * @throws Failure `FaceSearchOff` when face search was disabled while the embedding was computed
 */
export async function keepSelfie(
  context: Context,
  measured: { eventId: string; embedding: Float32Array; key: string | null; requestHash: string },
): Promise<SelfieRow | undefined> {
  const { key, ...values } = measured
  if (!(await lockFaceSearch(context, values.eventId))) throw new Failure('FaceSearchOff')
  const selfie = {
    ...values,
    id: newId(),
    tenant: context.tenant.name,
    personId: newId(),
    createdOn: context.now,
    expiresOn: new Date(context.now.getTime() + lifetimeInMs),
    idempotencyKey: key,
  }
  if (!(await insertSelfie(context, selfie))) return undefined
  await enqueueSweep(context, selfie.expiresOn)
  return selfie
}

/**
 * Computes the embedding of the one clear face in a picture, queued behind other callers.
 *
 * @param readPicture returns the picture; called when its turn has come
 * @throws Failure with the code that `FaceRejected` carries; `Overloaded` while too many selfies wait
 */
export async function measure(
  { faces, queue }: Recognition,
  claim: Claim,
  read: () => Promise<Uint8Array>,
): Promise<Float32Array> {
  try {
    const { embedding } = await queue.run(claim, async () => faces.readSelfie(await read()))
    return embedding
  } catch (error) {
    throw error instanceof FaceRejected ? new Failure(error.code, { cause: error }) : error
  }
}
