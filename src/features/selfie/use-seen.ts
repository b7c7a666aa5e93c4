import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { eventSearch } from '../../platform/storage/index.ts'
import { claimOutcome, useAttend } from './outcome.ts'
import { findNewest } from './status.ts'
import { storedSelfiesAtom } from './stored-selfies.ts'

/** Marks the outcome as seen on the page of the runner's photos: an outcome shown there needs no announcement. */
export function useSelfieSeen(eventId: string): void {
  useAttend(eventId)
  const { selfie, id, seen } = findNewest(useAtomValue(storedSelfiesAtom) ?? [], eventId) ?? {}
  const search = eventSearch(eventId)
  const last = useAtomValue(search.last.atom)
  const selfieId = useAtomValue(search.selfieId.atom)
  const shown = (last === null || last.by === 'face') && selfieId !== null && selfieId === selfie?.selfieId
  const news = shown && selfie?.state === 'Ready' && !seen ? id : undefined
  useEffect(() => {
    if (news !== undefined && document.visibilityState === 'visible') claimOutcome(news).catch(() => {})
  }, [news])
}
