import { atom, useSetAtom } from 'jotai'
import { useEffect, useId } from 'react'

/** What is said aloud, by whoever says it. */
export const saidAtom = atom<Readonly<Record<string, string>>>({})

/**
 * Has words read out that the screen shows in its own way. They come into one region that has been in the page before
 * them: one that arrives together with its words is passed over by many screen readers.
 */
export function useSay(words: string | undefined): void {
  const id = useId()
  const setSaid = useSetAtom(saidAtom)
  useEffect(() => {
    if (!words) return undefined
    setSaid((said) => ({ ...said, [id]: words }))
    return () => setSaid((said) => Object.fromEntries(Object.entries(said).filter(([sayer]) => sayer !== id)))
  }, [id, words, setSaid])
}
