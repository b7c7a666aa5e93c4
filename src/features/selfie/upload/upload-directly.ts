import type { ErrorCode } from '../../../../contract/errors.ts'
import { type Selfie, sendSelfie } from '../../../../contract/recognition.ts'
import { isApiError, request } from '../../../lib/api.ts'
import { randomId } from '../../../lib/random-id.ts'
import { pauseUntilVisibleAndOnline } from '../../../platform/offline/index.ts'

const retryDelaysInMs = [1_000, 3_000, 10_000]
const maxRetryDelayInMs = 30_000

const temporaryCodes: ReadonlySet<ErrorCode> = new Set([
  'NoResponse',
  'Overloaded',
  'ServiceUnavailable',
  'TooManyRequests',
])

/**
 * Uploads a face picture that the device cannot store, while the page is open. Waits while the network is lost.
 *
 * @throws ApiError with the verdict on the picture
 */
export async function uploadDirectly(
  albumId: string,
  picture: Blob,
  options: { signal: AbortSignal; onProgress: (share: number | undefined) => void },
): Promise<Selfie> {
  const { signal, onProgress } = options
  // shared by all retries, so that a retry is harmless
  const idempotencyKey = randomId()
  let reportsProgress = true
  for (let round = 0; ; round++) {
    const formData = new FormData()
    formData.append('file', new File([picture], 'face.jpg', { type: picture.type || 'image/jpeg' }))
    try {
      onProgress(0)
      const onUploadProgress = reportsProgress ? onProgress : undefined
      const requestOptions = { query: { albumId }, formData, idempotencyKey, signal, onUploadProgress }
      return await request(sendSelfie, requestOptions)
    } catch (error) {
      signal.throwIfAborted()
      if (isApiError(error) && !temporaryCodes.has(error.code)) throw error
      // without a network, the code for upload progress may not load either
      reportsProgress &&= isApiError(error)
      onProgress(undefined)
      const requestedDelayInMs = isApiError(error) ? error.retryAfterInMs : undefined
      // full jitter: all phones of a race meet the same outage
      await pauseUntilVisibleAndOnline(
        (requestedDelayInMs ?? 0) + Math.random() * (retryDelaysInMs[round] ?? maxRetryDelayInMs),
        signal,
      )
    }
  }
}
