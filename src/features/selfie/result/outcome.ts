import { useEffect } from 'react'
import type { Selfie } from '../../../../contract/recognition.ts'
import { selfies } from '../../../lib/memory/index.ts'
import { withSearchToken } from '../../../platform/search-token/index.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { findClosestPerson } from './status.ts'

/** Makes the matches of a selfie the search of the event, which then shows the photos of the most similar person. */
export function applyOutcome(eventId: string, selfie: Selfie): void {
  const { selfieId } = selfie
  const search = getEventSearch(eventId)
  const before = search.last.read()
  const person = findClosestPerson(selfie.persons)
  if (!person) {
    search.last.remove()
    search.token.remove()
  } else if (before?.by !== 'face' || before.personId !== person.personId) {
    search.last.write({ by: 'face', selfieId, personId: person.personId })
    search.token.remove()
    // prefetches the token; callers that need it request it as well
    withSearchToken(eventId, 'person', async () => undefined).catch(() => {})
  }
  search.selfieId.write(selfieId)
}

/** Applies the outcome like {@link takeOutcome}, unless the runner has searched the event by number or name meanwhile. */
export function applyOutcomeUnlessSearched(eventId: string, selfie: Selfie): void {
  const last = getEventSearch(eventId).last.read()
  if (last === null || last.by === 'face') applyOutcome(eventId, selfie)
}

/**
 * Marks the outcome as seen, so that only the first page or tab shows it.
 *
 * @returns whether it was not shown before
 */
export async function markOutcomeSeen(id: string): Promise<boolean> {
  let isFirst = false
  await selfies.change(id, (record) => {
    isFirst = record !== undefined && !record.seen
    if (!record || !isFirst) return record
    // the bytes of a refused picture are stored only until the outcome is seen
    return { ...record, seen: true, bytes: undefined }
  })
  return isFirst
}

/** Returns whether the runner has seen the outcome of a selfie, also in another tab. */
export const isOutcomeSeen = (id: string): Promise<boolean> =>
  selfies.get(id).then(
    (record) => record?.seen === true,
    () => false,
  )

const mountedPages = new Map<string, number>()

/** Returns whether a visible page of this tab already shows the status of the event's selfie. */
export function isStatusShown(eventId: string): boolean {
  return document.visibilityState === 'visible' && (mountedPages.get(eventId) ?? 0) > 0
}

/** Suppresses other announcements of the outcome while the page is mounted. */
export function useStatusShown(eventId: string): void {
  useEffect(() => {
    mountedPages.set(eventId, (mountedPages.get(eventId) ?? 0) + 1)
    return () => void mountedPages.set(eventId, (mountedPages.get(eventId) ?? 1) - 1)
  }, [eventId])
}
