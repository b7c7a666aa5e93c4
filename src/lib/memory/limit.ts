import { isPageLeft } from './page-activity.ts'

/** Lets an answer through that was queued behind the timer while the thread was busy. */
const graceInMs = 500
/** After such an overrun the device slept or the page was frozen: that time does not count. */
const suspendedAfterInMs = 2_000

/**
 * Thrown when a database gives no answer within the limit: nothing is known of its contents. A write that was committed
 * before may still be carried out once the database is free.
 */
export class DatabaseSilent extends Error {
  override name = 'DatabaseSilent'
}

/**
 * Waits for an answer of IndexedDB, which some browsers never give: WebKit while a frozen page holds a lock, Safari after
 * it has lost its database process.
 *
 * @param lastSign when the database last answered something else, ms of `performance.now()`: it is busy then, not silent
 * @throws DatabaseSilent when the answer takes longer
 */
export function withinLimit<Answer>(
  answer: Promise<Answer>,
  limitInMs: number,
  lastSign: () => number = () => Number.NEGATIVE_INFINITY,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const since = performance.now()
      const wasSuspended = () =>
        isPageLeft() || performance.now() - since > limitInMs + graceInMs + suspendedAfterInMs
      const end = () =>
        wasSuspended() || lastSign() > since
          ? wait()
          : reject(new DatabaseSilent(`no answer within ${limitInMs} ms`))
      timer = setTimeout(() => {
        timer = setTimeout(end, graceInMs)
      }, limitInMs)
    }
    wait()
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
