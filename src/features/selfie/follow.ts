import type { ErrorCode } from '../../../contract/errors.ts'
import { getSelfie, type Selfie } from '../../../contract/recognition.ts'
import { isApiError, request } from '../../lib/api.ts'

const gapsInMs = [700, 1_000, 1_500, 2_000, 3_000]
const longestGapInMs = 5_000
const faultsAllowed = 3

export interface FollowOptions {
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
export async function followSelfie(selfie: Selfie, options: FollowOptions): Promise<Selfie> {
  const { signal, onAnswer, pause = pauseUntilUseful } = options
  let faults = 0
  for (let round = 0; selfie.state === 'Processing'; round++) {
    await pause(gapsInMs[round] ?? longestGapInMs, signal)
    signal.throwIfAborted()
    try {
      selfie = await request(getSelfie, { params: { selfieId: selfie.selfieId }, signal })
      faults = 0
      await onAnswer?.(selfie)
    } catch (error) {
      if (isApiError(error, ...noFaults)) continue
      faults += 1
      if (isApiError(error, 'SelfieNotFound') || !isApiError(error) || faults >= faultsAllowed) throw error
    }
  }
  return selfie
}

/** Lists the codes that say nothing about the selfie: no network, or a busy service. */
const noFaults: ErrorCode[] = ['NoResponse', 'TooManyRequests']

/** Waits for the given time, then until the page is visible and the browser is online. */
export async function pauseUntilUseful(inMs: number, signal: AbortSignal): Promise<void> {
  await until(signal, (done) => {
    const timer = setTimeout(done, inMs)
    return () => clearTimeout(timer)
  })
  const useful = () => navigator.onLine && document.visibilityState === 'visible'
  if (useful()) return
  await until(signal, (done) => {
    const look = () => useful() && done()
    window.addEventListener('online', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      window.removeEventListener('online', look)
      document.removeEventListener('visibilitychange', look)
    }
  })
}

function until(signal: AbortSignal, begin: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = begin(() => {
      signal.removeEventListener('abort', stop)
      end()
      resolve()
    })
    const stop = () => {
      end()
      reject(signal.reason)
    }
    signal.addEventListener('abort', stop, { once: true })
  })
}
