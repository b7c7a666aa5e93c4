import type { ErrorCode } from '../../../contract/errors.ts'
import { type Selfie, sendSelfie } from '../../../contract/recognition.ts'
import { isApiError, request } from '../../lib/api.ts'
import { randomId } from '../../lib/random-id.ts'
import { pauseUntilUseful } from './follow.ts'

const gapsInMs = [1_000, 3_000, 10_000]
const longestGapInMs = 30_000

const passing: ReadonlySet<ErrorCode> = new Set([
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
export async function sendDirectly(
  albumId: string,
  picture: Blob,
  options: { signal: AbortSignal; onShare: (share: number | undefined) => void },
): Promise<Selfie> {
  const { signal, onShare } = options
  // shared by all retries, so that a retry is harmless
  const idempotencyKey = randomId()
  let tellsShare = true
  for (let round = 0; ; round++) {
    const formData = new FormData()
    formData.append('file', new File([picture], 'face.jpg', { type: picture.type || 'image/jpeg' }))
    try {
      onShare(0)
      const onUploadProgress = tellsShare ? onShare : undefined
      const requestOptions = { query: { albumId }, formData, idempotencyKey, signal, onUploadProgress }
      return await request(sendSelfie, requestOptions)
    } catch (error) {
      signal.throwIfAborted()
      if (isApiError(error) && !passing.has(error.code)) throw error
      // without a network, the code for upload progress may not load either
      tellsShare &&= isApiError(error)
      onShare(undefined)
      const asked = isApiError(error) ? error.retryAfterInMs : undefined
      // full jitter: all phones of a race meet the same outage
      await pauseUntilUseful((asked ?? 0) + Math.random() * (gapsInMs[round] ?? longestGapInMs), signal)
    }
  }
}
