import type { ErrorCode } from '../../../../contract/errors.ts'
import { getSelfie, type Selfie } from '../../../../contract/recognition.ts'
import { isApiError, request } from '../../../lib/api.ts'

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

/** Waits for the given time, then until the page is visible and the browser is online. */
export async function pauseUntilVisibleAndOnline(inMs: number, signal: AbortSignal): Promise<void> {
  await waitForEvent(signal, (done) => {
    const timer = setTimeout(done, inMs)
    return () => clearTimeout(timer)
  })
  const isVisibleAndOnline = () => navigator.onLine && document.visibilityState === 'visible'
  if (isVisibleAndOnline()) return
  await waitForEvent(signal, (done) => {
    const check = () => isVisibleAndOnline() && done()
    window.addEventListener('online', check)
    document.addEventListener('visibilitychange', check)
    return () => {
      window.removeEventListener('online', check)
      document.removeEventListener('visibilitychange', check)
    }
  })
}

function waitForEvent(signal: AbortSignal, subscribe: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const unsubscribe = subscribe(() => {
      signal.removeEventListener('abort', onAbort)
      unsubscribe()
      resolve()
    })
    const onAbort = () => {
      unsubscribe()
      reject(signal.reason)
    }
    signal.addEventListener('abort', onAbort, { once: true })
  })
}
