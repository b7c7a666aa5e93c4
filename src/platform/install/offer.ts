import { atom, getDefaultStore } from 'jotai'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { persisted } from '../storage/index.ts'
import { askToKeep } from './keep.ts'

const pauseBetweenVisitsInMs = 30 * 60_000
const silenceAfterRefusalInMs = 28 * 86_400_000

const Notes = z.object({
  /** Counts the visits, including this one. */
  visits: z.int(),
  /** Start of this visit, ms. */
  visitOn: z.number(),
  /** Whether photos were found or bought on this device. */
  served: z.boolean(),
  /** Time when the offer was declined or accepted, ms. */
  answeredOn: z.nullable(z.number()),
})
type Notes = z.infer<typeof Notes>

const fresh: Notes = { visits: 0, visitOn: 0, served: false, answeredOn: null }
const notes = persisted<Notes>({ key: 'install', schema: Notes, initial: fresh })

/** Returns whether to offer installation: to returning or successful visitors who were not asked recently. */
export function isOfferDue({ visits, served, answeredOn }: Notes, now: number): boolean {
  if (answeredOn !== null && now - answeredOn < silenceAfterRefusalInMs) return false
  return served || visits >= 2
}

/** Counts an app start as another visit when the last visit began some time ago. */
export function afterStart(before: Notes, now: number): Notes {
  const another = now - before.visitOn > pauseBetweenVisitsInMs
  return { ...before, visits: before.visits + (another ? 1 : 0), visitOn: now }
}

/** Counts the start of the app. */
export function countVisit(): void {
  notes.write(afterStart(notes.read(), Date.now()))
}

/** Records an answer to the offer, which is not shown again for 28 days. */
export function answerOffer(): void {
  notes.write({ ...notes.read(), answeredOn: Date.now() })
}

/** Contains whether to offer installation to this visitor. */
export const offerDueAtom = atom((get) => isOfferDue(get(notes.atom), Date.now()))

/** Stores whether the page is the last of a purchase, where an offer interrupts no task. */
export const boughtPageAtom = atom(false)

/** Records that photos were found or bought. After a purchase, persistent storage is requested. */
export function useServed(how: 'found' | 'bought'): void {
  useEffect(() => {
    const { served } = notes.read()
    if (!served) notes.write({ ...notes.read(), served: true })
    if (how === 'found') return undefined
    void askToKeep()
    const store = getDefaultStore()
    store.set(boughtPageAtom, true)
    return () => store.set(boughtPageAtom, false)
  }, [how])
}
