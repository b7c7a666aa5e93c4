import { atom, getDefaultStore } from 'jotai'
import { useEffect } from 'react'
import * as z from 'zod/mini'
import { persisted } from '../storage/index.ts'
import { requestPersistentStorage } from './persistent-storage.ts'

const pauseBetweenVisitsInMs = 30 * 60_000
const pauseAfterAnswerInMs = 28 * 86_400_000

const VisitRecord = z.object({
  /** Counts the visits, including this one. */
  visits: z.int(),
  /** Start of this visit, ms. */
  visitOn: z.number(),
  /** Whether photos were found or bought on this device. */
  served: z.boolean(),
  /** Time when the offer was declined or accepted, ms. */
  answeredOn: z.nullable(z.number()),
})
type VisitRecord = z.infer<typeof VisitRecord>

const emptyRecord: VisitRecord = { visits: 0, visitOn: 0, served: false, answeredOn: null }
const visitRecord = persisted<VisitRecord>({ key: 'install', schema: VisitRecord, initial: emptyRecord })

/** Returns whether to offer installation: to returning or successful visitors who were not asked recently. */
export function isOfferDue({ visits, served, answeredOn }: VisitRecord, now: number): boolean {
  if (answeredOn !== null && now - answeredOn < pauseAfterAnswerInMs) return false
  return served || visits >= 2
}

/** Counts an app start as another visit when the last visit began some time ago. */
export function countStart(record: VisitRecord, now: number): VisitRecord {
  const isNewVisit = now - record.visitOn > pauseBetweenVisitsInMs
  return { ...record, visits: record.visits + (isNewVisit ? 1 : 0), visitOn: now }
}

/** Counts the start of the app. */
export function countVisit(): void {
  visitRecord.write(countStart(visitRecord.read(), Date.now()))
}

/** Records an answer to the offer, which is not shown again for 28 days. */
export function answerOffer(): void {
  visitRecord.write({ ...visitRecord.read(), answeredOn: Date.now() })
}

/** Contains whether to offer installation to this visitor. */
export const isOfferDueAtom = atom((get) => isOfferDue(get(visitRecord.atom), Date.now()))

/** Stores whether the page is the last of a purchase, where an offer interrupts no task. */
export const isBoughtPageAtom = atom(false)

/** Records that photos were found or bought. After a purchase, persistent storage is requested. */
export function useRecordSuccess(outcome: 'found' | 'bought'): void {
  useEffect(() => {
    const { served } = visitRecord.read()
    if (!served) visitRecord.write({ ...visitRecord.read(), served: true })
    if (outcome === 'found') return undefined
    void requestPersistentStorage()
    const store = getDefaultStore()
    store.set(isBoughtPageAtom, true)
    return () => store.set(isBoughtPageAtom, false)
  }, [outcome])
}
