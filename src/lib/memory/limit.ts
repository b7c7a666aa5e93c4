import { limitFactor } from '../timeouts.ts'
import { isPageLeft } from './page-activity.ts'

/** Grants extra time to an answer that was queued behind the timer while the thread was busy. */
const graceInMs = 500
/** Detects suspension: after a longer overrun the device was asleep or the page frozen, and that time does not count. */
const suspendedAfterInMs = 2_000

/**
 * Signals that a database did not answer within the limit. Its contents are unknown then, and a write that was
 * committed before may still be executed later.
 */
export class DatabaseTimeout extends Error {
  override name = 'DatabaseSilent'
}

/**
 * Limits the wait for an IndexedDB answer. WebKit gives none while a frozen page holds a lock; Safari gives none after it has
 * lost its database process.
 *
 * @param baseLimitInMs multiplied by `limitFactor`
 * @param getLastAnswerTime returns when the database last answered another request, ms of `performance.now()`; a later time
 *   means that it is busy, not silent
 * @throws DatabaseTimeout on timeout
 */
export function withinLimit<Answer>(
  answer: Promise<Answer>,
  baseLimitInMs: number,
  getLastAnswerTime: () => number = () => Number.NEGATIVE_INFINITY,
): Promise<Answer> {
  const limitInMs = baseLimitInMs * limitFactor
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const startWait = () => {
      const since = performance.now()
      const wasSuspended = () =>
        isPageLeft() || performance.now() - since > limitInMs + graceInMs + suspendedAfterInMs
      const onTimeout = () =>
        wasSuspended() || getLastAnswerTime() > since
          ? startWait()
          : reject(new DatabaseTimeout(`no answer within ${limitInMs} ms`))
      timer = setTimeout(() => {
        timer = setTimeout(onTimeout, graceInMs)
      }, limitInMs)
    }
    startWait()
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
