import { type Context, inTransaction } from '../../platform/context.ts'
import { setFacesErased } from '../events/index.ts'
import type { DeletePersonData } from './purge-selfies.ts'
import { deleteSelfiesOfEvent } from './selfie-store.ts'
import { deleteFacesOfEvent } from './store.ts'

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
