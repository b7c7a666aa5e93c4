import { atom, useAtomValue } from 'jotai'
import type { SelfieRecord, WithoutBytes } from '../../lib/memory/index.ts'
import type { AnyEntry } from '../../lib/outbox/index.ts'

export interface OutboxState {
  /** Lists all unsent entries in the order they were put. */
  entries: readonly AnyEntry[]
  /** Fraction of the bytes that were sent, 0 to 1, by entry id; absent until some are sent. */
  progress: Readonly<Record<string, number>>
  /** When the entries were read, ms. */
  readOn: number
}

export type DeviceSelfie = WithoutBytes<SelfieRecord>

/** Time during which a selfie may still match: the photos of a race are uploaded for hours. */
const matchPeriodInMs = 24 * 3_600_000

/** Returns whether no match was found so far and the server may still find one. @param now ms */
export function mayMatchLater({ stage, selfie, takenOn }: DeviceSelfie, now: number): boolean {
  const hasNoMatch = stage === 'answered' && selfie?.state === 'Ready' && selfie.persons.length === 0
  return hasNoMatch && now - takenOn <= matchPeriodInMs
}

/** Stores the state of the outbox; empty until it was first read, soon after the page is shown. */
export const outboxAtom = atom<OutboxState>({ entries: [], progress: {}, readOn: 0 })

/** Stores the selfies whose outcome the runner has not seen yet. */
export const openSelfiesAtom = atom<readonly DeviceSelfie[]>([])

/** Returns the outbox state, for components. */
export function useOutbox(): OutboxState {
  return useAtomValue(outboxAtom)
}

/** Stores whether the outbox or a selfie had activity since the page was opened. Their display stays mounted afterwards. */
export const hadActivityAtom = atom(false)

/** Returns whether the outbox or a selfie has, or had since the page was opened, any activity to report. */
export function useHasActivity(): boolean {
  return useAtomValue(hadActivityAtom)
}

/** Returns selfies that are being searched, were found or were rejected, and whose outcome the runner has not seen. */
export function useOpenSelfies(): readonly DeviceSelfie[] {
  return useAtomValue(openSelfiesAtom)
}
