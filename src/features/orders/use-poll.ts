import { useEffect, useRef } from 'react'

export const gaps = { firstInMs: 1_000, factor: 1.4, longestInMs: 15_000 }

/** Returns the pause before the next poll, in ms, with exponential backoff. */
export function gapAfter(looks: number): number {
  return Math.min(gaps.longestInMs, gaps.firstInMs * gaps.factor ** looks)
}

/** Polls with growing gaps while the page is visible, and at once when it becomes visible again. */
export function usePoll(active: boolean, look: () => void): void {
  const latest = useRef(look)
  useEffect(() => {
    latest.current = look
  })
  useEffect(() => {
    if (!active) return undefined
    let looks = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const plan = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (document.visibilityState === 'visible' && navigator.onLine) latest.current()
        looks += 1
        plan()
      }, gapAfter(looks))
    }
    const again = () => {
      if (document.visibilityState !== 'visible') return
      looks = 0
      latest.current()
      plan()
    }
    plan()
    document.addEventListener('visibilitychange', again)
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', again)
      window.removeEventListener('online', again)
    }
  }, [active])
}
