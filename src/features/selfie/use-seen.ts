import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { eventSearch } from '../../platform/storage/index.ts'
import { keptSelfiesAtom } from './kept-selfies.ts'
import { claimOutcome, useAttend } from './outcome.ts'
import { newestOf } from './place.ts'

/** For the page of her own photos: an outcome that it shows need not be announced. */
export function useSelfieSeen(eventId: string): void {
  useAttend(eventId)
  const { selfie, id, seen } = newestOf(useAtomValue(keptSelfiesAtom) ?? [], eventId) ?? {}
  const search = eventSearch(eventId)
  const last = useAtomValue(search.last.atom)
  const selfieId = useAtomValue(search.selfieId.atom)
  const shown = (last === null || last.by === 'face') && selfieId !== null && selfieId === selfie?.selfieId
  const news = shown && selfie?.state === 'Ready' && !seen ? id : undefined
  useEffect(() => {
    if (news !== undefined && document.visibilityState === 'visible') claimOutcome(news).catch(() => {})
  }, [news])
}
