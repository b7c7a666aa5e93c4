import { atom, getDefaultStore } from 'jotai'
import { useEffect } from 'react'
import { useOutbox } from '../../../platform/outbox/index.ts'
import { isSearchWith } from '../../../platform/search-token/index.ts'
import type { LastSearch } from '../../../platform/storage/index.ts'
import { toSearchKey } from './found-photos.ts'
import type { Answers } from './groups.ts'

/** Answers by search, so that one runner's answer does not apply to another. */
export const answersAtom = atom<Readonly<Record<string, Answers>>>({})

export const getAnswer = (search: string, photoId: string) =>
  getDefaultStore().get(answersAtom)[search]?.[photoId]

/** Shows the runner's answer on a photo; undefined removes it. */
export function setAnswer(search: string, photoId: string, itIsMe: boolean | undefined): void {
  getDefaultStore().set(answersAtom, (answersBySearch) => ({
    ...answersBySearch,
    [search]: { ...answersBySearch[search], [photoId]: itIsMe },
  }))
}

/** Applies the answers to a search, given in earlier visits, that are still in the outbox. */
export function useQueuedAnswers(eventId: string, last: LastSearch): void {
  const { entries } = useOutbox()
  useEffect(() => {
    const search = toSearchKey(eventId, last)
    for (const { kind, body, parked } of entries) {
      if (kind !== 'itsMe' || parked || !isSearchWith(body.searchCredentials, eventId, last)) continue
      if (getAnswer(search, body.photoId) === undefined) setAnswer(search, body.photoId, body.itIsMe)
    }
  }, [entries, eventId, last])
}
