import { errorStatus } from '../../../contract/errors.ts'
import type { Event } from '../../../contract/events.ts'
import { ApiError } from '../../lib/api.ts'
import { dropSelfie, keepSelfie } from './keep.ts'

const patienceInMs = 10_000

/**
 * Keeps a picture as {@link keepSelfie} does, but waits no longer than a runner would: some phones never answer what is
 * asked of their storage.
 *
 * @throws ApiError DeviceFull, MemoryLost: nothing of it is kept, or will be
 */
export async function keepSoon(
  event: Pick<Event, 'eventId' | 'albumId'>,
  picture: Blob,
  facts: { unchecked?: boolean },
): Promise<void> {
  const kept = keepSelfie(event, picture, facts)
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError('MemoryLost', errorStatus.MemoryLost)), patienceInMs)
  })
  try {
    await Promise.race([kept, tooLate])
  } catch (error) {
    // it goes another way now; kept after all, it would go twice
    kept.then(dropSelfie).catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}
