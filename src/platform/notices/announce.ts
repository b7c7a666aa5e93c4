import { atom, useSetAtom } from 'jotai'
import { useEffect, useId } from 'react'

/** Maps ids of components to the texts that they announce. */
export const announcementsAtom = atom<Readonly<Record<string, string>>>({})

/**
 * Announces text to screen readers. All texts share one live region that is mounted before them: many screen readers
 * ignore a region that is inserted together with its text.
 */
export function useAnnounce(words: string | undefined): void {
  const id = useId()
  const setSaid = useSetAtom(announcementsAtom)
  useEffect(() => {
    if (!words) return undefined
    setSaid((said) => ({ ...said, [id]: words }))
    return () => setSaid((said) => Object.fromEntries(Object.entries(said).filter(([sayer]) => sayer !== id)))
  }, [id, words, setSaid])
}
