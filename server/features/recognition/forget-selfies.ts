import { type Context, inTransaction } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { deleteExpiredSelfies, prolongSelfie } from './selfie-store.ts'
import { sweepUploads } from './upload-store.ts'

export const forgetSelfiesJob = 'recognition.forget-selfies'

const sweepEveryInMs = 10 * 60_000

/** Enqueues one purge for all selfies and uploads that expire within the same ten minutes. */
export async function enqueueSweep(context: Context, expiresOn: Date): Promise<void> {
  const runAt = new Date(Math.ceil(expiresOn.getTime() / sweepEveryInMs) * sweepEveryInMs)
  await enqueue(context, { kind: forgetSelfiesJob, key: runAt.toISOString(), payload: {}, runAt })
}

/** Extends the lifetime of a selfie, e.g. because a package that may still grow was bought. */
export function keepSelfieUntil(context: Context, selfieId: string, until: Date): Promise<void> {
  return inTransaction(context, async (inside) => {
    await prolongSelfie(inside, selfieId, until)
    await enqueueSweep(inside, until)
  })
}

/** Deletes a person's answers about photos; share links stay when the selfie has merely expired. */
export type ForgetPerson = (context: Context, personId: string, because?: 'expired') => Promise<void>

/** Deletes expired selfies, uploads and tombstones, with those persons' answers about photos. */
export async function forgetExpired(context: Context, forgetPerson: ForgetPerson): Promise<void> {
  await sweepUploads(context)
  await inTransaction(context, async (inside) => {
    for (const { personId } of await deleteExpiredSelfies(inside)) {
      await forgetPerson(inside, personId, 'expired')
    }
  })
}
