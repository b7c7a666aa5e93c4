import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** Counts the components that an update would interrupt. */
export const holdsAtom = atom(0)

/** Delays the activation of a new version during a capture, an upload or a payment. */
export function useHoldUpdates(busy = true): void {
  const setHolds = useSetAtom(holdsAtom)
  useEffect(() => {
    if (!busy) return undefined
    setHolds((count) => count + 1)
    return () => setHolds((count) => count - 1)
  }, [busy, setHolds])
}
