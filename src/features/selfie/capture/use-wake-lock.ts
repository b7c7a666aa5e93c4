import { useEffect } from 'react'

/** Holds a screen wake lock where the browser supports it. */
export function useWakeLock(isActive: boolean): void {
  useEffect(() => {
    if (!isActive || !('wakeLock' in navigator)) return undefined
    // refused on low battery; the screen then turns off as usual
    const lock = navigator.wakeLock.request('screen').catch(() => undefined)
    return () => {
      void lock.then((sentinel) => sentinel?.release())
    }
  }, [isActive])
}
