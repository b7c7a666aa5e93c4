import { type Context, inTransaction } from '../../platform/context.ts'
import type { ForgetPerson } from './forget-selfies.ts'
import { deleteSelfiesOfEvent } from './selfie-store.ts'
import { deleteFacesOfEvent } from './store.ts'

/**
 * Deletes what was measured of faces in an event: in its photos and of selfies that were sent to it, with what those
 * people have said of photos. Photos, start numbers and orders stay. Searches of all processes know it at once.
 *
 * @param forgetPerson deletes what a person has said of photos
 * @returns how many of each there were
 */
export function eraseFaces(
  context: Context,
  eventId: string,
  forgetPerson: ForgetPerson,
): Promise<{ faces: number; selfies: number }> {
  return inTransaction(context, async (inside) => {
    const faces = await deleteFacesOfEvent(inside, eventId)
    const people = await deleteSelfiesOfEvent(inside, eventId)
    for (const { personId } of people) await forgetPerson(inside, personId)
    return { faces, selfies: people.length }
  })
}
