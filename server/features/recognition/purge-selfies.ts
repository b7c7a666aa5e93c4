import { type Context, inTransaction } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { deleteExpiredSelfies, extendSelfie } from './selfie-store.ts'
import { purgeUploads } from './upload-store.ts'

export const purgeSelfiesJob = 'recognition.forget-selfies'

const purgeIntervalInMs = 10 * 60_000

/** Enqueues one purge for all selfies and uploads that expire within the same ten minutes. */
export async function schedulePurge(context: Context, expiresOn: Date): Promise<void> {
  const runAt = new Date(Math.ceil(expiresOn.getTime() / purgeIntervalInMs) * purgeIntervalInMs)
  await enqueue(context, { kind: purgeSelfiesJob, key: runAt.toISOString(), payload: {}, runAt })
}

/** Extends the lifetime of a selfie, e.g. because a package that may still grow was bought. */
export function extendSelfieLifetime(context: Context, selfieId: string, until: Date): Promise<void> {
  return inTransaction(context, async (transaction) => {
    await extendSelfie(transaction, selfieId, until)
    await schedulePurge(transaction, until)
  })
}

/** Deletes a person's answers about photos; share links stay when the selfie has merely expired. */
export type DeletePersonData = (context: Context, personId: string, reason?: 'expired') => Promise<void>

/** Deletes expired selfies, uploads and tombstones, with those persons' answers about photos. */
export async function purgeExpired(context: Context, deletePersonData: DeletePersonData): Promise<void> {
  await purgeUploads(context)
  await inTransaction(context, async (transaction) => {
    for (const { personId } of await deleteExpiredSelfies(transaction)) {
      await deletePersonData(transaction, personId, 'expired')
    }
  })
}
