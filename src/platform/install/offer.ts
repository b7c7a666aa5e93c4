import { atom, getDefaultStore } from 'jotai'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { stored } from '../storage/index.ts'
import { askToKeep } from './keep.ts'

const pauseBetweenVisitsInMs = 30 * 60_000
const silenceAfterRefusalInMs = 28 * 86_400_000

const Notes = z.object({
  /** Visits so far, with this one. */
  visits: z.int(),
  /** When this one began, ms. */
  visitOn: z.number(),
  /** Has found or bought photos here. */
  served: z.boolean(),
  /** When the offer was turned down or taken, ms. */
  answeredOn: z.nullable(z.number()),
})
type Notes = z.infer<typeof Notes>

const fresh: Notes = { visits: 0, visitOn: 0, served: false, answeredOn: null }
const notes = stored<Notes>({ key: 'install', schema: Notes, initial: fresh })

/** Whether it is time to offer the home screen: to somebody who comes back or was served, and was not asked of late. */
export function isOfferDue({ visits, served, answeredOn }: Notes, now: number): boolean {
  if (answeredOn !== null && now - answeredOn < silenceAfterRefusalInMs) return false
  return served || visits >= 2
}

/** A start of the app is another visit when the one before was some time ago. */
export function afterStart(before: Notes, now: number): Notes {
  const another = now - before.visitOn > pauseBetweenVisitsInMs
  return { ...before, visits: before.visits + (another ? 1 : 0), visitOn: now }
}

/** Tells that the app has started. */
export function countVisit(): void {
  notes.write(afterStart(notes.read(), Date.now()))
}

/** The offer was answered: it comes back in some weeks at the earliest. */
export function answerOffer(): void {
  notes.write({ ...notes.read(), answeredOn: Date.now() })
}

/** Whether it is time to offer the home screen to this visitor. */
export const offerDueAtom = atom((get) => isOfferDue(get(notes.atom), Date.now()))

/** The page shown is the end of a purchase: nothing is under way on it. */
export const boughtPageAtom = atom(false)

/** The runner has her photos before her: found, or bought. After a purchase the device is asked to keep its memory. */
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
