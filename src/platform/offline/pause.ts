import { sleep } from '../../lib/timeouts.ts'

/**
 * Waits for the given time, then until the page is visible and the browser is online. Rejects with the reason of the signal
 * once that is aborted.
 */
export async function pauseUntilVisibleAndOnline(inMs: number, signal: AbortSignal): Promise<void> {
  await sleep(inMs, signal)
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
