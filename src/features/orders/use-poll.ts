import { useEffect, useRef } from 'react'

export const backoff = { firstInMs: 1_000, factor: 1.4, longestInMs: 15_000 }

/** Returns the pause before the next poll, in ms, with exponential backoff. */
export function getPollDelayInMs(attempts: number): number {
  return Math.min(backoff.longestInMs, backoff.firstInMs * backoff.factor ** attempts)
}

/**
 * Polls with growing gaps while the page is visible, and at once when it becomes visible again.
 *
 * @param restart called instead of `poll` when the page was hidden or without a network: a request of that time may never end
 */
export function usePoll(isActive: boolean, poll: () => void, restart = poll): void {
  const latestPoll = useRef({ poll, restart })
  useEffect(() => {
    latestPoll.current = { poll, restart }
  })
  useEffect(() => {
    if (!isActive) return undefined
    let attempts = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const schedulePoll = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (document.visibilityState === 'visible' && navigator.onLine) latestPoll.current.poll()
        attempts += 1
        schedulePoll()
      }, getPollDelayInMs(attempts))
    }
    const pollNow = () => {
      if (document.visibilityState !== 'visible') return
      attempts = 0
      latestPoll.current.restart()
      schedulePoll()
    }
    schedulePoll()
    document.addEventListener('visibilitychange', pollNow)
    window.addEventListener('online', pollNow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', pollNow)
      window.removeEventListener('online', pollNow)
    }
  }, [isActive])
}
