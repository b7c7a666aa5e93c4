import { useEffect, useRef, useState } from 'react'
import { createArchive, getArchive } from '../../../../contract/archives.ts'
import type { ErrorCode } from '../../../../contract/errors.ts'
import { ApiError, isApiError, request, requestWithHeaders } from '../../../lib/api.ts'
import { randomId } from '../../../lib/random-id.ts'
import { sleep } from '../../../lib/timeouts.ts'
import { pauseUntilVisibleAndOnline } from '../../../platform/offline/index.ts'
import { getPollDelayInMs } from '../use-poll.ts'
import { clickLink } from './downloads.ts'

export type ArchiveState =
  | { type: 'idle' }
  | { type: 'preparing'; share: number }
  | { type: 'given' }
  | { type: 'failed'; error: unknown }

/** Lists errors after which the same call may succeed: no network, a busy service, or no keys to verify a token with. */
const temporaryCodes: readonly ErrorCode[] = [
  'NoResponse',
  'IdentityUnavailable',
  'TooManyRequests',
  'Overloaded',
  'ServiceUnavailable',
]

/**
 * Repeats a call until the service answers it. The first call is sent at once, repeats only while the page is visible and
 * online, and never earlier than the service asks.
 *
 * @throws ApiError with an answer other than {@link temporaryCodes}; the signal's reason when aborted
 */
async function retryUntilAnswered<Answer>(call: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await call()
    } catch (error) {
      if (signal.aborted || !isApiError(error, ...temporaryCodes)) throw error
      // full jitter: many phones may have lost the same service
      const pauseInMs = (error.retryAfterInMs ?? 0) + Math.random() * getPollDelayInMs(attempt)
      await pauseUntilVisibleAndOnline(pauseInMs, signal)
    }
  }
}

/**
 * Downloads all files as one archive: requests it, polls until it is ready, then starts the browser's download. A lost answer
 * delays it.
 */
export function useArchive(orderId: string): { state: ArchiveState; download: () => void } {
  const [state, setState] = useState<ArchiveState>({ type: 'idle' })
  const abortRef = useRef<AbortController>(undefined)
  useEffect(() => () => abortRef.current?.abort(), [])

  const requestArchive = async (signal: AbortSignal) => {
    // the same for each retry, so that one archive is created
    const idempotencyKey = randomId()
    const { headers } = await retryUntilAnswered(
      () => requestWithHeaders(createArchive, { body: { orderId }, idempotencyKey, signal }),
      signal,
    )
    const archiveId = headers.get('x-archive-id') ?? ''
    for (let attempt = 0; ; attempt++) {
      const archive = await retryUntilAnswered(
        () => request(getArchive, { params: { archiveId }, signal }),
        signal,
      )
      if (archive.state === 'Published' && archive.url) {
        clickLink(archive.url)
        setState({ type: 'given' })
        return
      }
      if (archive.state === 'Failed') throw new ApiError('Unexpected', 500)
      setState({ type: 'preparing', share: archive.progress })
      // also in a hidden tab, so that the download starts while the buyer is elsewhere
      await sleep(getPollDelayInMs(attempt) / 2, signal)
    }
  }
  const download = () => {
    if (state.type === 'preparing') return
    const controller = new AbortController()
    abortRef.current = controller
    setState({ type: 'preparing', share: 0 })
    requestArchive(controller.signal).catch((error: unknown) => {
      if (!controller.signal.aborted) setState({ type: 'failed', error })
    })
  }
  return { state, download }
}
