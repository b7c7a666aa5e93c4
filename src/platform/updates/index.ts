import { atom, useSetAtom } from 'jotai'
import { useEffect } from 'react'

/** Stores the number of components that an update would interrupt. */
export const updateBlocksAtom = atom(0)

/** Blocks the activation of a new version during a capture, an upload or a payment. */
export function useBlockUpdates(isBusy = true): void {
  const setBlocks = useSetAtom(updateBlocksAtom)
  useEffect(() => {
    if (!isBusy) return undefined
    setBlocks((count) => count + 1)
    return () => setBlocks((count) => count - 1)
  }, [isBusy, setBlocks])
}
