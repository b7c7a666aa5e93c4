import { atom, useAtomValue } from 'jotai'
import type { Light, SelfieRecord } from '../../lib/memory/index.ts'
import type { AnyEntry } from '../../lib/outbox/index.ts'

export interface OutboxState {
  /** All that is not yet sent, in the order it was put. */
  entries: readonly AnyEntry[]
  /** Share of the bytes that were sent, 0 to 1, by entry; absent until some are. */
  progress: Readonly<Record<string, number>>
  /** When the entries were read, ms. */
  readOn: number
}

export type SelfieOfDevice = Light<SelfieRecord>

/** Photos of a race come in for hours: who was not found at first may be later. */
const lookedForInMs = 24 * 3_600_000

/** Whether nobody was found so far, and the service may still find her. @param now ms */
export function isLookedFor({ stage, selfie, takenOn }: SelfieOfDevice, now: number): boolean {
  const isNobody = stage === 'answered' && selfie?.state === 'Ready' && selfie.persons.length === 0
  return isNobody && now - takenOn <= lookedForInMs
}

/** Empty until the outbox has been looked into for the first time, soon after the page is shown. */
export const outboxAtom = atom<OutboxState>({ entries: [], progress: {}, readOn: 0 })

/** Selfies whose outcome the runner has not seen yet. */
export const openSelfiesAtom = atom<readonly SelfieOfDevice[]>([])

/** What waits for the service, for components. */
export function useOutbox(): OutboxState {
  return useAtomValue(outboxAtom)
}

/** There has been something to tell since the page was opened: who looks at it may still do so when it is over. */
export const hadNewsAtom = atom(false)

/** Whether there is, or was in this visit, anything to tell of the outbox or of a selfie. */
export function useHasNews(): boolean {
  return useAtomValue(hadNewsAtom)
}

/** Selfies that are searched with, were found or were refused, and whose runner does not know it yet. */
export function useOpenSelfies(): readonly SelfieOfDevice[] {
  return useAtomValue(openSelfiesAtom)
}
