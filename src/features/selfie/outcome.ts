import { useEffect } from 'react'
import type { Selfie } from '../../../contract/recognition.ts'
import { selfies } from '../../lib/memory/index.ts'
import { withSearchToken } from '../../platform/search-token/index.ts'
import { eventSearch } from '../../platform/storage/index.ts'
import { closestOf } from './place.ts'

/** Makes what was found for a selfie the event's search, so that her photos are the person's who is on it. */
export function takeOutcome(eventId: string, selfie: Selfie): void {
  const { selfieId } = selfie
  const search = eventSearch(eventId)
  const before = search.last.read()
  const person = closestOf(selfie.persons)
  if (!person) {
    search.last.remove()
    search.token.remove()
  } else if (before?.by !== 'face' || before.personId !== person.personId) {
    search.last.write({ by: 'face', selfieId, personId: person.personId })
    search.token.remove()
    // ahead of time; whoever needs it asks for it as well
    withSearchToken(eventId, 'person', async () => undefined).catch(() => {})
  }
  search.selfieId.write(selfieId)
}

/** The same, unless she has searched the event in another way meanwhile: that stays until she wants this one. */
export function takeOutcomeUnlessOther(eventId: string, selfie: Selfie): void {
  const last = eventSearch(eventId).last.read()
  if (last === null || last.by === 'face') takeOutcome(eventId, selfie)
}

/**
 * The outcome is shown once, on whichever page or tab comes first.
 *
 * @returns whether it was not shown before
 */
export async function claimOutcome(id: string): Promise<boolean> {
  let first = false
  await selfies.change(id, (record) => {
    first = record !== undefined && !record.seen
    if (!record || !first) return record
    // the bytes of a refused picture stay no longer than until it is known
    return { ...record, seen: true, bytes: undefined }
  })
  return first
}

const attended = new Map<string, number>()

/** Whether a page of this tab shows by itself how the event's selfie fares. */
export function isAttended(eventId: string): boolean {
  return document.visibilityState === 'visible' && (attended.get(eventId) ?? 0) > 0
}

/** While the page is there, nothing else announces the outcome of the event's selfie. */
export function useAttend(eventId: string): void {
  useEffect(() => {
    attended.set(eventId, (attended.get(eventId) ?? 0) + 1)
    return () => void attended.set(eventId, (attended.get(eventId) ?? 1) - 1)
  }, [eventId])
}
