declare global {
  /** Sets {@link limitFactor}. */
  var timeLimitFactor: number | undefined
}

/**
 * Multiplies the time limits after which this thread treats an answer as missing. 1 for users. Browser tests set
 * `timeLimitFactor` before the app starts, as a busy machine answers late. The page passes it on: to the service worker
 * in the query of its URL (`sw/time-limit-factor.ts`), to a dedicated worker with the first message.
 */
export const limitFactor = Number(globalThis.timeLimitFactor) || 1

/**
 * Limits the wait for the first byte of a read, of a write, and between two chunks of a body. `pieceInMs` is a stall
 * plus the time of 64 KB at 32 kbit/s, as fetch does not report upload progress.
 */
export const timeouts = {
  readInMs: 8_000 * limitFactor,
  writeInMs: 15_000 * limitFactor,
  stallInMs: 10_000 * limitFactor,
  afterUploadInMs: 60_000 * limitFactor,
  pieceInMs: 26_000 * limitFactor,
}

/** Limits the delay of a timer. A longer one fires at once, e.g. for an entry from the future after the clock was put back. */
export const longestDelayInMs = 2 ** 31 - 1

/** Waits for the given time. Rejects with the reason of the signal once that is aborted. */
export function sleep(inMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }, inMs)
    const onAbort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
