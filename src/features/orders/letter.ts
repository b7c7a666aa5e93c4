import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { ErrorCode } from '../../../contract/errors.ts'
import { type AnyEntry, outbox } from '../../lib/outbox/index.ts'
import { waitOf } from '../../lib/outbox/rules.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { useOutbox } from '../../platform/outbox/index.ts'

/** What was done about an order's letters while this page was open. */
export type LetterNews = { is: 'again' | 'corrected'; email?: string; on: number }

/** How the newest wish about an order's letters stands. */
export type LetterState =
  | { is: 'idle' }
  /** `email`: the wish is a new address. `until`: it was tried, and is tried again then, ms. */
  | { is: 'waiting' | 'sending' | 'later'; id: string; email?: string; until: number }
  | { is: 'refused'; id: string; email?: string; code: ErrorCode }

/** A wait that is worth a word. */
const longInMs = 10_000

const laneOf = (orderId: string) => `order:${orderId}`

/**
 * What the page says of the letters that wait in the outbox for an order.
 *
 * @param entries of any order, in the order they were put
 * @param now ms
 */
export function letterState(
  entries: readonly AnyEntry[],
  orderId: string,
  { online, now }: { online: boolean; now: number },
): LetterState {
  const entry = entries.findLast(({ lane }) => lane === laneOf(orderId))
  if (!entry) return { is: 'idle' }
  const { id, aside } = entry
  const email = entry.kind === 'order.email' ? entry.body.email : undefined
  if (aside) return { is: 'refused', id, email, code: aside.code }
  const waitInMs = waitOf(entry, now)
  const until = now + waitInMs
  if (!online) return { is: 'waiting', id, email, until }
  return { is: entry.tries > 0 && waitInMs > longInMs ? 'later' : 'sending', id, email, until }
}

const newsAtom = atom<Readonly<Record<string, LetterNews>>>({})

const followed = new Set<string>()

/** Notes what became of an entry, whoever sends it; the page may have gone on meanwhile. */
function follow(entry: AnyEntry): void {
  if (followed.has(entry.id)) return
  followed.add(entry.id)
  void outbox.settled(entry.id).then((outcome) => {
    if (outcome.is !== 'done' || (entry.kind !== 'order.email' && entry.kind !== 'order.letter')) return
    const { orderId } = entry.body
    const news: LetterNews =
      entry.kind === 'order.email'
        ? { is: 'corrected', email: entry.body.email, on: Date.now() }
        : { is: 'again', email: getDefaultStore().get(newsAtom)[orderId]?.email, on: Date.now() }
    getDefaultStore().set(newsAtom, (before) => ({ ...before, [orderId]: news }))
  })
}

/** The letters of an order: how the newest wish stands, and what was done while the page was open. */
export function useLetter(orderId: string): { state: LetterState; news: LetterNews | undefined } {
  const { entries, readOn } = useOutbox()
  const online = useOnline()
  const news = useAtomValue(newsAtom)[orderId]
  useEffect(() => {
    for (const entry of entries) if (entry.lane === laneOf(orderId) && !entry.aside) follow(entry)
  }, [entries, orderId])
  return { state: letterState(entries, orderId, { online, now: readOn }), news }
}

/** Takes back what waits of one kind for an order, so that the new wish is the only one. */
async function dropOthers(orderId: string, kind: 'order.letter' | 'order.email'): Promise<void> {
  for (const entry of await outbox.entries())
    if (entry.lane === laneOf(orderId) && entry.kind === kind) await outbox.drop(entry.id)
}

/**
 * Has the letter of a paid order sent once more, now or when there is a network; several wishes are one letter.
 *
 * @throws ApiError DeviceFull, MemoryLost
 */
export async function askForLetter(orderId: string): Promise<void> {
  await dropOthers(orderId, 'order.letter')
  follow(await outbox.put('order.letter', laneOf(orderId), { orderId }))
}

/**
 * Corrects where letters of an order go, now or when there is a network; the last address counts.
 *
 * @throws ApiError DeviceFull, MemoryLost
 */
export async function askForOtherEmail(orderId: string, email: string): Promise<void> {
  await dropOthers(orderId, 'order.email')
  follow(await outbox.put('order.email', laneOf(orderId), { orderId, email }))
}

/** Takes back a wish that was not sent yet. */
export async function takeBack(id: string): Promise<void> {
  await outbox.drop(id)
}
