import { type Context, inTransaction } from '../../platform/context.ts'
import { setFacesErased } from '../events/index.ts'
import type { ForgetPerson } from './forget-selfies.ts'
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
  forgetPerson: ForgetPerson,
): Promise<{ faces: number; selfies: number }> {
  return inTransaction(context, async (inside) => {
    // First, because its lock waits for transactions that write faces, so that the deletion includes theirs.
    await setFacesErased(inside, eventId)
    const faces = await deleteFacesOfEvent(inside, eventId)
    const people = await deleteSelfiesOfEvent(inside, eventId)
    for (const { personId } of people) await forgetPerson(inside, personId)
    return { faces, selfies: people.length }
  })
}
