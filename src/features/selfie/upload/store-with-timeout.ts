import { errorStatus } from '../../../../contract/errors.ts'
import type { Event } from '../../../../contract/events.ts'
import { ApiError } from '../../../lib/api.ts'
import { limitFactor } from '../../../lib/timeouts.ts'
import { dropSelfie, storeSelfie } from './store-selfie.ts'

const storeTimeoutInMs = 10_000 * limitFactor

/**
 * Stores a picture like {@link storeSelfie}, but with a timeout: on some phones storage requests never settle.
 *
 * @throws ApiError DeviceFull, MemoryLost: nothing is stored, now or later
 */
export async function storeWithTimeout(
  event: Pick<Event, 'eventId' | 'albumId'>,
  picture: Blob,
  flags: { unchecked?: boolean },
): Promise<void> {
  const storing = storeSelfie(event, picture, flags)
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ApiError('MemoryLost', errorStatus.MemoryLost)), storeTimeoutInMs)
  })
  try {
    await Promise.race([storing, timeout])
  } catch (error) {
    // the caller sends it another way now; a late write would send it twice
    storing.then(dropSelfie).catch(() => {})
    throw error
  } finally {
    clearTimeout(timer)
  }
}
