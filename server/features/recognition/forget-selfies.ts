import { type Context, inTransaction } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { deleteExpiredSelfies, prolongSelfie } from './selfie-store.ts'
import { sweepUploads } from './upload-store.ts'

export const forgetSelfiesJob = 'recognition.forget-selfies'

const sweepEveryInMs = 10 * 60_000

/** Puts one sweep in line for all selfies and uploads that run out within the same ten minutes. */
export async function enqueueSweep(context: Context, expiresOn: Date): Promise<void> {
  const runAt = new Date(Math.ceil(expiresOn.getTime() / sweepEveryInMs) * sweepEveryInMs)
  await enqueue(context, { kind: forgetSelfiesJob, key: runAt.toISOString(), payload: {}, runAt })
}

/** Keeps a selfie longer, e.g. because photos of this person that are still to come were paid for. */
export function keepSelfieUntil(context: Context, selfieId: string, until: Date): Promise<void> {
  return inTransaction(context, async (inside) => {
    await prolongSelfie(inside, selfieId, until)
    await enqueueSweep(inside, until)
  })
}

/** Deletes what a person has said of photos; links to her photos stay when her selfie has merely run out. */
export type ForgetPerson = (context: Context, personId: string, because?: 'expired') => Promise<void>

/** Deletes selfies, uploads and tombstones that have run out, and what those persons have said of photos. */
export async function forgetExpired(context: Context, forgetPerson: ForgetPerson): Promise<void> {
  await sweepUploads(context)
  await inTransaction(context, async (inside) => {
    for (const { personId } of await deleteExpiredSelfies(inside)) {
      await forgetPerson(inside, personId, 'expired')
    }
  })
}
