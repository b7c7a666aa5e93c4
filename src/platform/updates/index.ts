import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** How many things on the screen an update would break. */
export const holdsAtom = atom(0)

/** Keeps a new version waiting while something is under way: a capture, an upload, a payment. */
export function useHoldUpdates(busy = true): void {
  const setHolds = useSetAtom(holdsAtom)
  useEffect(() => {
    if (!busy) return undefined
    setHolds((count) => count + 1)
    return () => setHolds((count) => count - 1)
  }, [busy, setHolds])
}
