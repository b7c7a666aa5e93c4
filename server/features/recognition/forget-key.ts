import { type Context, inTransaction } from '../../platform/context.ts'
import { enqueueSweep, type ForgetPerson } from './forget-selfies.ts'
import { deleteSelfie, findSelfieByKey } from './selfie-store.ts'
import { buryUpload, lockKey } from './upload-store.ts'

/** Exceeds the time for which devices retry an upload, which is three days. */
const tombstoneForInMs = 7 * 24 * 3_600_000

/** Returns until when a tombstone blocks the key of something deleted or expired now. */
export function tombstoneUntil(now: Date): Date {
  return new Date(now.getTime() + tombstoneForInMs)
}

/**
 * Deletes everything sent under a key: the bytes of an upload, its selfie, and that person's answers about photos. Pending
 * writes and recognitions under the key end with `SelfieForgotten`, and so do all later ones.
 *
 * @param deletePersonData deletes a person's answers about photos
 */
export async function forgetKey(context: Context, key: string, forgetPerson: ForgetPerson): Promise<void> {
  await inTransaction(context, async (inside) => {
    await lockKey(inside, key)
    const goneOn = tombstoneUntil(inside.now)
    await buryUpload(inside, key, goneOn)
    await enqueueSweep(inside, goneOn)
    const selfie = await findSelfieByKey(inside, key)
    if (!selfie) return
    await deleteSelfie(inside, selfie.id)
    await forgetPerson(inside, selfie.personId)
  })
}
