import { atom, useSetAtom } from 'jotai'
import { useEffect, useId } from 'react'

/** Maps ids of components to the texts that they announce. */
export const announcementsAtom = atom<Readonly<Record<string, string>>>({})

/**
 * Announces text to screen readers. All texts share one live region that is mounted before them: many screen readers
 * ignore a region that is inserted together with its text.
 */
export function useAnnounce(text: string | undefined): void {
  const id = useId()
  const setAnnouncements = useSetAtom(announcementsAtom)
  useEffect(() => {
    if (!text) return undefined
    setAnnouncements((announcements) => ({ ...announcements, [id]: text }))
    return () =>
      setAnnouncements((announcements) =>
        Object.fromEntries(Object.entries(announcements).filter(([sourceId]) => sourceId !== id)),
      )
  }, [id, text, setAnnouncements])
}
