import { useCallback, useSyncExternalStore } from 'react'
import { firstScreen } from '../lib/first-screen.ts'

/** Below the first of the finer breakpoints. */
export const smallScreen = '(width < 45.25rem)'
export const phone = '(width < 48rem)'
export const wideScreen = '(width >= 75rem)'

/** Whether a media query holds, followed. */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(
    watch,
    () => window.matchMedia(query).matches,
    // also for parts that are hydrated after the rest
    () => (firstScreen().small ? /width </ : /width >/).test(query),
  )
}
