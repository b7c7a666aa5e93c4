let loadingCount = 0
const waiters = new Set<() => void>()

/**
 * Counts a part of the page as loading. Call the returned function when it is rendered or no longer needed.
 *
 * @returns a function that ends the count; further calls have no effect
 */
export function beginCodeLoading(): () => void {
  let hasEnded = false
  loadingCount += 1
  return () => {
    if (hasEnded) return
    hasEnded = true
    loadingCount -= 1
    if (loadingCount > 0) return
    for (const resolve of waiters) resolve()
    waiters.clear()
  }
}

/** Timeout of `waitForCodeLoading` on very slow or dead networks. */
const timeoutInMs = 5_000

/** Resolves once no code is loading, or after the timeout. Later fetches do not delay the page that the user opened. */
export const waitForCodeLoading = (): Promise<void> =>
  new Promise((resolve) => {
    if (loadingCount === 0) return resolve()
    waiters.add(resolve)
    setTimeout(() => {
      waiters.delete(resolve)
      resolve()
    }, timeoutInMs)
  })
