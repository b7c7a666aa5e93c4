import { type Context, inTransaction } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { newId, sha256 } from '../../platform/ids.ts'
import { lockFaceSearch } from '../events/index.ts'
import { readFaceState } from './face-model/index-store.ts'
import { lockEventModel } from './face-model/model-store.ts'
import { FaceRejected, type FacesPort } from './ports.ts'
import { type DeletePersonData, purgeExpired, schedulePurge } from './purge-selfies.ts'
import type { SelfieQueue } from './selfie-queue.ts'
import { findSelfieByKey, insertSelfie, type SelfieRow } from './selfie-store.ts'
import { findUploadByKey, lockKey } from './upload-store.ts'

const lifetimeInMs = 24 * 3_600_000

/** Services that recognition needs besides the database. */
export interface Recognition {
  readonly faces: FacesPort
  readonly queue: SelfieQueue
  /** Deletes a person's answers about photos. */
  readonly deletePersonData: DeletePersonData
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
  const earlier = key === null ? undefined : await findEarlierSelfie(context, recognition, key, requestHash)
  if (earlier) return earlier

  const inserted = await repeatOnModelChange(async () => {
    const embedded = await embedSelfie(context, recognition, eventId, client, async () => bytes)
    return inTransaction(context, async (transaction) => {
      if (key !== null) {
        await lockKey(transaction, key)
        if (await hasTombstone(transaction, key)) throw new Failure('SelfieForgotten')
      }
      return storeSelfie(transaction, { eventId, ...embedded, key, requestHash })
    })
  })
  if (inserted) return inserted
  // A concurrent request with the same key was faster.
  const concurrentSelfie =
    key === null ? undefined : await findEarlierSelfie(context, recognition, key, requestHash)
  if (!concurrentSelfie) throw new Error('A selfie is neither new nor known')
  return concurrentSelfie
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
export async function findEarlierSelfie(
  context: Context,
  { deletePersonData }: Recognition,
  key: string,
  requestHash: string,
): Promise<SelfieRow | undefined> {
  if (await hasTombstone(context, key)) throw new Failure('SelfieForgotten')
  const earlier = await findSelfieByKey(context, key)
  if (!earlier) return undefined
  if (earlier.expiresOn <= context.now) {
    await purgeExpired(context, deletePersonData)
    return undefined
  }
  if (earlier.requestHash !== requestHash) throw new Failure('IdempotencyKeyReused')
  return earlier
}

async function hasTombstone(context: Context, key: string): Promise<boolean> {
  const upload = await findUploadByKey(context, key)
  return upload?.state === 'Forgotten' && upload.tombstoneUntil > context.now
}

/** Thrown when an event has changed to another model since a selfie was embedded. */
class FaceModelChanged extends Error {
  override readonly name = 'FaceModelChanged'
}

const maxModelChanges = 3

/** Repeats work, which reads a picture that still exists, when the event has changed to another model meanwhile. */
export async function repeatOnModelChange<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++)
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof FaceModelChanged) || attempt === maxModelChanges) throw error
    }
}

/** An embedding, and the id of the model that computed it. */
export interface EmbeddedSelfie {
  readonly embedding: Float32Array
  readonly model: string
}

/**
 * Inserts a selfie with its expiry, in the caller's transaction, which must be rolled back on an error.
 *
 * @returns undefined when there is one with this key
 * @throws Failure `FaceSearchOff` when face search was disabled while the embedding was computed; FaceModelChanged
 */
export async function storeSelfie(
  context: Context,
  input: EmbeddedSelfie & { eventId: string; key: string | null; requestHash: string },
): Promise<SelfieRow | undefined> {
  const { key, ...values } = input
  if (!(await lockFaceSearch(context, values.eventId))) throw new Failure('FaceSearchOff')
  if ((await lockEventModel(context, values.eventId)) !== values.model) throw new FaceModelChanged()
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
  await schedulePurge(context, selfie.expiresOn)
  return selfie
}

/**
 * Computes the embedding of the one clear face in a picture with the model of the event, queued behind other callers.
 *
 * @param client key of the caller for limits
 * @param readPicture returns the picture; called when its turn has come
 * @throws Failure with the code that `FaceRejected` carries; `Overloaded` while too many selfies wait
 */
export async function embedSelfie(
  context: Context,
  { faces, queue }: Recognition,
  eventId: string,
  client: string,
  readPicture: () => Promise<Uint8Array>,
): Promise<EmbeddedSelfie> {
  try {
    const { model } = await readFaceState(context, eventId)
    const { embedding } = await queue.run(client, async () => faces.readSelfie(await readPicture(), model))
    return { embedding, model }
  } catch (error) {
    throw error instanceof FaceRejected ? new Failure(error.code, { cause: error }) : error
  }
}
