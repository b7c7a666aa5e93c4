import type { Event } from '../../../../contract/events.ts'
import { isApiError } from '../../../lib/api.ts'
import { type SelfieRecord, selfies } from '../../../lib/memory/index.ts'
import { outbox } from '../../../lib/outbox/index.ts'
import { randomId } from '../../../lib/random-id.ts'
import { sha256 } from '../../../lib/sha256.ts'
import { isUnsent, type StoredSelfie } from '../result/status.ts'

/** Returns the outbox lane of one selfie: its requests are sent in order. */
export const toSelfieLane = (id: string) => `selfie:${id}`

/**
 * Stores a picture on this device and queues it in the outbox. Resolves once both were read back. Earlier selfies of the event
 * are dropped only after that.
 *
 * @throws ApiError DeviceFull, MemoryLost: nothing of it is stored
 */
export async function storeSelfie(
  event: Pick<Event, 'eventId' | 'albumId'>,
  picture: Blob,
  { unchecked }: { unchecked?: boolean } = {},
): Promise<string> {
  const { eventId, albumId } = event
  const id = randomId()
  const bytes = await picture.arrayBuffer()
  const olderSelfies = await listSelfies(eventId)
  const record: SelfieRecord = {
    id,
    eventId,
    albumId,
    // the new record must be the newest, also after the clock was put back
    takenOn: Math.max(Date.now(), ...olderSelfies.map((each) => each.takenOn + 1)),
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
    void removeWithRetries(id)
    throw error
  }
  try {
    await outbox.put('selfie', toSelfieLane(id), { eventId, albumId }, { id })
  } catch (error) {
    // the page could not load the code of the outbox: the selfie stays stored, and the next start queues it
    if (isApiError(error)) {
      await selfies.remove(id)
      throw error
    }
  }
  // the new selfie is stored, even if dropping the older ones fails
  for (const older of olderSelfies) await dropOlderSelfie(older).catch(() => {})
  return id
}

const maxRemovals = 30
const removalIntervalInMs = 10_000

/**
 * Removes a selfie whose write has failed. A database that did not answer may complete the write later. The selfie is sent
 * another way by then, and would be sent twice.
 */
async function removeWithRetries(id: string): Promise<void> {
  for (let removals = 0; removals < maxRemovals; removals++) {
    const isRemoved = await selfies.remove(id).then(
      () => true,
      () => false,
    )
    if (isRemoved) return
    await new Promise((resolve) => setTimeout(resolve, removalIntervalInMs))
  }
}

async function listSelfies(eventId: string): Promise<StoredSelfie[]> {
  const all = await selfies.entries()
  return all.map(([, record]) => record).filter((record) => record.eventId === eventId)
}

/**
 * Drops an older selfie. An answered one is retained, so that it can be deleted at the service. A partly uploaded one is
 * deleted at the service too.
 */
async function dropOlderSelfie({ id, stage, uploadId }: StoredSelfie): Promise<void> {
  if (stage === 'answered') return
  if (uploadId) await outbox.put('selfie.forget', toSelfieLane(id), { sentAs: id })
  await dropSelfie(id)
}

/** Removes an unsent selfie from the outbox and from this device. */
export async function dropSelfie(id: string): Promise<void> {
  await outbox.drop(id)
  await selfies.remove(id)
}

/** Resolves with whether the event has a selfie that a new one would replace before the service has it. */
export async function hasUnsentSelfie(eventId: string): Promise<boolean> {
  return (await listSelfies(eventId)).some(isUnsent)
}
