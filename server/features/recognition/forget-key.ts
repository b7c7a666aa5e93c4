import { type Context, inTransaction } from '../../platform/context.ts'
import { enqueueSweep, type ForgetPerson } from './forget-selfies.ts'
import { deleteSelfie, findSelfieByKey } from './selfie-store.ts'
import { buryUpload, lockKey } from './upload-store.ts'

/** Longer than any device keeps trying to send: three days, with room. */
const tombstoneForInMs = 7 * 24 * 3_600_000

/** Until when nothing may come to life under the key of what is forgotten or over now. */
export function tombstoneUntil(now: Date): Date {
  return new Date(now.getTime() + tombstoneForInMs)
}

/**
 * Forgets whatever was sent under a key: the bytes of an upload, the selfie that became of it, and what that person has said of photos.
 * What is still being written or recognised under the key ends with `SelfieForgotten`, and so does all that comes later.
 *
 * @param forgetPerson deletes what a person has said of photos
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
