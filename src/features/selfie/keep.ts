import type { Event } from '../../../contract/events.ts'
import { isApiError } from '../../lib/api.ts'
import { type SelfieRecord, selfies } from '../../lib/memory/index.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { randomId } from '../../lib/random-id.ts'
import { sha256 } from '../../lib/sha256.ts'
import { isUnsent, type KeptSelfie } from './place.ts'

/** The lane of one selfie in the outbox: what is said of it arrives in that order. */
export const laneOf = (id: string) => `selfie:${id}`

/**
 * Keeps a picture on this device and hands it to the outbox. Resolves once both were read back.
 * What the event had waiting is given up for it, but only then.
 *
 * @throws ApiError DeviceFull, MemoryLost: nothing of it is kept
 */
export async function keepSelfie(
  event: Pick<Event, 'eventId' | 'albumId'>,
  picture: Blob,
  { unchecked }: { unchecked?: boolean } = {},
): Promise<string> {
  const { eventId, albumId } = event
  const id = randomId()
  const bytes = await picture.arrayBuffer()
  const before = await selfiesOf(eventId)
  const record: SelfieRecord = {
    id,
    eventId,
    albumId,
    // the newest counts, also after the clock was put back
    takenOn: Math.max(Date.now(), ...before.map((each) => each.takenOn + 1)),
    mime: picture.type || 'image/jpeg',
    bytes,
    sha256: await sha256(bytes),
    sizeInBytes: bytes.byteLength,
    stage: 'saved',
    ...(unchecked && { unchecked }),
  }
  try {
    await selfies.put(id, record)
  } catch (error) {
    void removeLater(id)
    throw error
  }
  try {
    await outbox.put('selfie', laneOf(id), { eventId, albumId }, { id })
  } catch (error) {
    // a page without the code of the outbox leaves the selfie where it is; the next start hands it over
    if (isApiError(error)) {
      await selfies.remove(id)
      throw error
    }
  }
  // the new one is kept, whatever becomes of these
  for (const older of before) await giveUp(older).catch(() => {})
  return id
}

const removalsAtMost = 30
const removeAgainAfterInMs = 10_000

/**
 * Removes a selfie whose write has failed. A database that gave no answer may carry the write out when it is free again,
 * and the selfie, which goes another way by then, would be sent twice.
 */
async function removeLater(id: string): Promise<void> {
  for (let removals = 0; removals < removalsAtMost; removals++) {
    const isRemoved = await selfies.remove(id).then(
      () => true,
      () => false,
    )
    if (isRemoved) return
    await new Promise((resolve) => setTimeout(resolve, removeAgainAfterInMs))
  }
}

async function selfiesOf(eventId: string): Promise<KeptSelfie[]> {
  const all = await selfies.entries()
  return all.map(([, record]) => record).filter((record) => record.eventId === eventId)
}

/** An answered selfie stays, so that it can be forgotten at the service; of another one the service may have a part. */
async function giveUp({ id, stage, uploadId }: KeptSelfie): Promise<void> {
  if (stage === 'answered') return
  if (uploadId) await outbox.put('selfie.forget', laneOf(id), { sentAs: id })
  await dropSelfie(id)
}

/** Takes a selfie that was not sent out of the keeping of this device. */
export async function dropSelfie(id: string): Promise<void> {
  await outbox.drop(id)
  await selfies.remove(id)
}

/** Whether a selfie of the event would be given up for a new one before the service has it. */
export async function isAnyUnsent(eventId: string): Promise<boolean> {
  return (await selfiesOf(eventId)).some(isUnsent)
}
