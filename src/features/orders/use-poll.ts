import { useEffect, useRef } from 'react'

export const gaps = { firstInMs: 1_000, factor: 1.4, longestInMs: 15_000 }

/** The pause before the look after so many. */
export function gapAfter(looks: number): number {
  return Math.min(gaps.longestInMs, gaps.firstInMs * gaps.factor ** looks)
}

/** Looks again and again with growing gaps; only while the page is seen, and at once when it is seen again. */
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
