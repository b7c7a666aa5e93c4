import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** Stores the number of components that an update would interrupt. */
export const holdsAtom = atom(0)

/** Blocks the activation of a new version during a capture, an upload or a payment. */
export function useHoldUpdates(busy = true): void {
  const setHolds = useSetAtom(holdsAtom)
  useEffect(() => {
    if (!busy) return undefined
    setHolds((count) => count + 1)
    return () => setHolds((count) => count - 1)
  }, [busy, setHolds])
}
