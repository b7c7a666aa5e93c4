import type { ErrorCode } from '../../../contract/errors.ts'
import { getSelfie, type Selfie } from '../../../contract/recognition.ts'
import { isApiError, request } from '../../lib/api.ts'

const gapsInMs = [700, 1_000, 1_500, 2_000, 3_000]
const longestGapInMs = 5_000
const faultsAllowed = 3

export interface FollowOptions {
  signal: AbortSignal
  /** Each answer, the last one too. */
  onAnswer?: (selfie: Selfie) => void | Promise<void>
  /** What to wait for before the next question; until the time is over, and longer where asking is of no use. */
  pause?: (inMs: number, signal: AbortSignal) => Promise<void>
}

/**
 * Waits until the service has looked through the album, asking with growing gaps. A network that is gone is waited for.
 *
 * @throws ApiError SelfieNotFound when it was deleted; what the service answered when it failed three times on end
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

/** Say nothing of the selfie: the network, or a service that is only busy. */
const noFaults: ErrorCode[] = ['NoResponse', 'TooManyRequests']

/** Waits, and then until the page is seen and the browser believes in a network. */
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
