import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { markOutcomeSeen, useStatusShown } from './outcome.ts'
import { findNewestSelfie } from './status.ts'
import { storedSelfiesAtom } from './stored-selfies.ts'

/** Marks the outcome as seen on the page of the runner's photos: an outcome shown there needs no announcement. */
export function useMarkSelfieSeen(eventId: string): void {
  useStatusShown(eventId)
  const { selfie, id, seen } = findNewestSelfie(useAtomValue(storedSelfiesAtom) ?? [], eventId) ?? {}
  const search = getEventSearch(eventId)
  const last = useAtomValue(search.last.atom)
  const selfieId = useAtomValue(search.selfieId.atom)
  const isOutcomeShown =
    (last === null || last.by === 'face') && selfieId !== null && selfieId === selfie?.selfieId
  const unseenId = isOutcomeShown && selfie?.state === 'Ready' && !seen ? id : undefined
  useEffect(() => {
    if (unseenId !== undefined && document.visibilityState === 'visible')
      markOutcomeSeen(unseenId).catch(() => {})
  }, [unseenId])
}
