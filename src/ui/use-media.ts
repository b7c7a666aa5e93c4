import { useCallback, useSyncExternalStore } from 'react'
import { getInitialData } from '../lib/initial-data.ts'

/** Matches screens below the smallest of the breakpoints. */
export const smallScreen = '(width < 45.25rem)'
export const phone = '(width < 48rem)'
export const wideScreen = '(width >= 75rem)'

/** Returns whether a media query matches, and follows changes. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    // also for parts that are hydrated later
    () => (getInitialData().small ? /width </ : /width >/).test(query),
  )
}
