import { type Context, inTransaction } from '../../platform/context.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { setFacesErased } from '../events/index.ts'
import {
  deleteExpiredSelfies,
  deleteSelfiesOfEvent,
  extendSelfie,
  listSelfieTenants,
} from './selfie-store.ts'
import { deleteFacesOfEvent } from './store.ts'
import { listUploadTenants, purgeUploads } from './upload-store.ts'

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

/** Returns the names of all tenants with selfies or uploads, also of removed ones. */
export async function listTenantsOfSelfies(context: Context): Promise<string[]> {
  return [...new Set([...(await listSelfieTenants(context)), ...(await listUploadTenants(context))])]
}

/**
 * Deletes the face data of an event: of its photos and of selfies sent to it, with those people's answers about photos. Photos,
 * start numbers and orders stay. Searches of all processes are updated immediately. The deletion is final: after the commit no
 * face of the event is written, even by running ingests.
 *
 * @param deletePersonData deletes a person's answers about photos
 * @returns how many of each there were
 */
export function eraseFaces(
  context: Context,
  eventId: string,
  deletePersonData: DeletePersonData,
): Promise<{ faces: number; selfies: number }> {
  return inTransaction(context, async (transaction) => {
    // First, because its lock waits for transactions that write faces, so that the deletion includes theirs.
    await setFacesErased(transaction, eventId)
    const faces = await deleteFacesOfEvent(transaction, eventId)
    const people = await deleteSelfiesOfEvent(transaction, eventId)
    for (const { personId } of people) await deletePersonData(transaction, personId)
    return { faces, selfies: people.length }
  })
}
