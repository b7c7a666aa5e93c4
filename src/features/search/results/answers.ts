import { atom, getDefaultStore } from 'jotai'
import { useEffect } from 'react'
import { useOutbox } from '../../../platform/outbox/index.ts'
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

/** Applies the answers of earlier visits that are still in the outbox. */
export function useQueuedAnswers(eventId: string, search: string): void {
  const { entries } = useOutbox()
  useEffect(() => {
    for (const { kind, body, parked } of entries) {
      if (kind !== 'itsMe' || parked || body.searchCredentials.eventId !== eventId) continue
      if (getAnswer(search, body.photoId) === undefined) setAnswer(search, body.photoId, body.itIsMe)
    }
  }, [entries, eventId, search])
}
