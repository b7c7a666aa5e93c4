let underWay = 0
const waiting = new Set<() => void>()

/**
 * Counts a part of the page as loading. Call the returned function when it is rendered or no longer needed.
 *
 * @returns a function that ends the count; further calls have no effect
 */
export function beginCode(): () => void {
  let isOver = false
  underWay += 1
  return () => {
    if (isOver) return
    isOver = true
    underWay -= 1
    if (underWay > 0) return
    for (const resolve of waiting) resolve()
    waiting.clear()
  }
}

/** Timeout of `waitForCodeLoading` on very slow or dead networks. */
const patienceInMs = 5_000

/** Resolves once no code is loading, or after the timeout. Later fetches do not delay the page that the user opened. */
export const codeSettled = (): Promise<void> =>
  new Promise((resolve) => {
    if (underWay === 0) return resolve()
    waiting.add(resolve)
    setTimeout(() => {
      waiting.delete(resolve)
      resolve()
    }, patienceInMs)
  })
