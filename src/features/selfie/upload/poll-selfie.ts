import type { ErrorCode } from '../../../../contract/errors.ts'
import { getSelfie, type Selfie } from '../../../../contract/recognition.ts'
import { isApiError, request } from '../../../lib/api.ts'
import { pauseUntilVisibleAndOnline } from '../../../platform/offline/index.ts'

const pollIntervalsInMs = [700, 1_000, 1_500, 2_000, 3_000]
const maxPollIntervalInMs = 5_000
const maxFailures = 3

export interface PollOptions {
  signal: AbortSignal
  /** Receives each answer, including the last one. */
  onAnswer?: (selfie: Selfie) => void | Promise<void>
  /** Waits before the next poll: at least the given time, and longer while polling cannot succeed. */
  pause?: (inMs: number, signal: AbortSignal) => Promise<void>
}

/**
 * Polls with growing intervals until the service has searched the album. Waits while the network is lost.
 *
 * @throws ApiError SelfieNotFound when it was deleted; the last error after three failures in a row
 */
export async function pollSelfie(selfie: Selfie, options: PollOptions): Promise<Selfie> {
  const { signal, onAnswer, pause = pauseUntilVisibleAndOnline } = options
  let failures = 0
  for (let round = 0; selfie.state === 'Processing'; round++) {
    await pause(pollIntervalsInMs[round] ?? maxPollIntervalInMs, signal)
    signal.throwIfAborted()
    try {
      selfie = await request(getSelfie, { params: { selfieId: selfie.selfieId }, signal })
      failures = 0
      await onAnswer?.(selfie)
    } catch (error) {
      if (isApiError(error, ...ignoredCodes)) continue
      failures += 1
      if (isApiError(error, 'SelfieNotFound') || !isApiError(error) || failures >= maxFailures) throw error
    }
  }
  return selfie
}

/** Lists the codes that say nothing about the selfie: no network, or a busy service. */
const ignoredCodes: ErrorCode[] = ['NoResponse', 'TooManyRequests']
