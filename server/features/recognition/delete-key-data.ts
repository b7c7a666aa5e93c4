import { type Context, inTransaction } from '../../platform/context.ts'
import { type DeletePersonData, schedulePurge } from './purge-selfies.ts'
import { deleteSelfie, findSelfieByKey } from './selfie-store.ts'
import { lockKey, writeTombstone } from './upload-store.ts'

/** Exceeds the time for which devices retry an upload, which is three days. */
const tombstoneLifetimeInMs = 7 * 24 * 3_600_000

/** Returns until when a tombstone blocks the key of something deleted or expired now. */
export function getTombstoneEnd(now: Date): Date {
  return new Date(now.getTime() + tombstoneLifetimeInMs)
}

/**
 * Deletes everything sent under a key: the bytes of an upload, its selfie, and that person's answers about photos. Pending
 * writes and recognitions under the key end with `SelfieForgotten`, and so do all later ones.
 *
 * @param deletePersonData deletes a person's answers about photos
 */
export async function deleteKeyData(
  context: Context,
  key: string,
  deletePersonData: DeletePersonData,
): Promise<void> {
  await inTransaction(context, async (transaction) => {
    await lockKey(transaction, key)
    const tombstoneUntil = getTombstoneEnd(transaction.now)
    await writeTombstone(transaction, key, tombstoneUntil)
    await schedulePurge(transaction, tombstoneUntil)
    const selfie = await findSelfieByKey(transaction, key)
    if (!selfie) return
    await deleteSelfie(transaction, selfie.id)
    await deletePersonData(transaction, selfie.personId)
  })
}
