import { type Context, inTransaction } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId, sha256 } from '../../platform/ids.ts'
import { enqueueSweep, type ForgetPerson, forgetExpired } from './forget-selfies.ts'
import { FaceRejected, type FacesPort } from './ports.ts'
import { findSelfieByKey, insertSelfie, type SelfieRow } from './selfie-store.ts'
import { findUploadByKey, lockKey } from './upload-store.ts'

const lifetimeInMs = 24 * 3_600_000

/** What recognising needs besides the database. */
export interface Recognition {
  readonly faces: FacesPort
  /** Forgets what a person has said of photos. */
  readonly forgetPerson: ForgetPerson
}

/**
 * Measures the face in a picture and keeps the numbers for a day; the picture itself is not kept.
 * The same key with the same picture answers with the selfie of the first time.
 *
 * @throws Failure with the code that `FaceRejected` carries; `IdempotencyKeyReused`; `SelfieForgotten` when what comes
 *   under the key was forgotten
 */
export async function receiveSelfie(
  context: Context,
  recognition: Recognition,
  picture: { eventId: string; bytes: Uint8Array; idempotencyKey: string | null },
): Promise<SelfieRow> {
  const { eventId, bytes, idempotencyKey: key } = picture
  const requestHash = requestHashOf(eventId, sha256(bytes))
  const earlier = key === null ? undefined : await earlierSelfie(context, recognition, key, requestHash)
  if (earlier) return earlier

  const embedding = await measure(recognition.faces, bytes)
  const written = await inTransaction(context, async (inside) => {
    if (key !== null) {
      await lockKey(inside, key)
      if (await isForgotten(inside, key)) throw new Failure('SelfieForgotten')
    }
    return keepSelfie(inside, { eventId, embedding, key, requestHash })
  })
  if (written) return written
  // Its twin was faster.
  const twin = key === null ? undefined : await earlierSelfie(context, recognition, key, requestHash)
  if (!twin) throw new Error('A selfie is neither new nor known')
  return twin
}

/** Of event and picture: what must be the same for a key to mean the same. */
export function requestHashOf(eventId: string, pictureHash: string): string {
  return sha256(`${eventId}\n${pictureHash}`)
}

/**
 * The selfie that was sent under a key.
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
 * Writes what was measured, with the day on which it goes, in the caller's transaction.
 *
 * @returns undefined when there is one with this key
 */
export async function keepSelfie(
  context: Context,
  measured: { eventId: string; embedding: Float32Array; key: string | null; requestHash: string },
): Promise<SelfieRow | undefined> {
  const { key, ...values } = measured
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
 * The numbers of the one clear face in a picture.
 *
 * @throws Failure with the code that `FaceRejected` carries
 */
export async function measure(port: FacesPort, bytes: Uint8Array): Promise<Float32Array> {
  try {
    const { embedding } = await port.readSelfie(bytes)
    return embedding
  } catch (error) {
    throw error instanceof FaceRejected ? new Failure(error.code, { cause: error }) : error
  }
}
