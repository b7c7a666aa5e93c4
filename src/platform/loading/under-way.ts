let underWay = 0
const waiting = new Set<() => void>()

/**
 * Counts a part of the page as on its way. Call the returned function once it is drawn, or is not wanted any more.
 *
 * @returns ends it, once
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

/** A network that is as slow as this may be none at all. */
const patienceInMs = 5_000

/** Resolves once no part is on its way, or takes too long: what is fetched then delays nothing that a tap has asked for. */
export const codeSettled = (): Promise<void> =>
  new Promise((resolve) => {
    if (underWay === 0) return resolve()
    waiting.add(resolve)
    setTimeout(() => {
      waiting.delete(resolve)
      resolve()
    }, patienceInMs)
  })
