import { useEffect } from 'react'

/** Keeps the screen from going dark, where the browser can. */
export function useAwake(wanted: boolean): void {
  useEffect(() => {
    if (!wanted || !('wakeLock' in navigator)) return undefined
    // refused when the battery is low; the screen then goes dark as ever
    const lock = navigator.wakeLock.request('screen').catch(() => undefined)
    return () => {
      void lock.then((held) => held?.release())
    }
  }, [wanted])
}
