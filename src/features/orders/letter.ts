import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { ErrorCode } from '../../../contract/errors.ts'
import { type AnyEntry, outbox } from '../../lib/outbox/index.ts'
import { remainingWait } from '../../lib/outbox/rules.ts'
import { useOnline } from '../../platform/offline/index.ts'
import { useOutbox } from '../../platform/outbox/index.ts'

/** Describes the latest change to an order's e-mails while this page was open. */
export type LetterNews = { type: 'again' | 'corrected'; email?: string; on: number }

/** Describes the latest request about an order's e-mails. */
export type LetterState =
  | { type: 'idle' }
  /** `email`: the new address, if the request changes it. `until`: time of the next attempt, ms. */
  | { type: 'waiting' | 'sending' | 'later'; id: string; email?: string; until: number }
  | { type: 'refused'; id: string; email?: string; code: ErrorCode }

/** Delays above this are announced. */
const longInMs = 10_000

const toLane = (orderId: string) => `order:${orderId}`

/**
 * Returns the state of an order's e-mail request from the outbox entries.
 *
 * @param entries of any order, in the order they were queued
 * @param now ms
 */
export function letterState(
  entries: readonly AnyEntry[],
  orderId: string,
  { online, now }: { online: boolean; now: number },
): LetterState {
  const entry = entries.findLast(({ lane }) => lane === toLane(orderId))
  if (!entry) return { type: 'idle' }
  const { id, parked } = entry
  const email = entry.kind === 'order.email' ? entry.body.email : undefined
  if (parked) return { type: 'refused', id, email, code: parked.code }
  const waitInMs = remainingWait(entry, now)
  const until = now + waitInMs
  if (!online) return { type: 'waiting', id, email, until }
  return { type: entry.tries > 0 && waitInMs > longInMs ? 'later' : 'sending', id, email, until }
}

const newsAtom = atom<Readonly<Record<string, LetterNews>>>({})

const followed = new Set<string>()

/** Records the outcome of an entry, from whichever tab or worker it was sent. It may arrive after the page has changed. */
function follow(entry: AnyEntry): void {
  if (followed.has(entry.id)) return
  followed.add(entry.id)
  void outbox.waitForOutcome(entry.id).then((outcome) => {
    if (outcome.type !== 'done' || (entry.kind !== 'order.email' && entry.kind !== 'order.letter')) return
    const { orderId } = entry.body
    const news: LetterNews =
      entry.kind === 'order.email'
        ? { type: 'corrected', email: entry.body.email, on: Date.now() }
        : { type: 'again', email: getDefaultStore().get(newsAtom)[orderId]?.email, on: Date.now() }
    getDefaultStore().set(newsAtom, (before) => ({ ...before, [orderId]: news }))
  })
}

/** Returns the state of the latest e-mail request of an order, and what was done while the page was open. */
export function useLetter(orderId: string): { state: LetterState; news: LetterNews | undefined } {
  const { entries, readOn } = useOutbox()
  const online = useOnline()
  const news = useAtomValue(newsAtom)[orderId]
  useEffect(() => {
    for (const entry of entries) if (entry.lane === toLane(orderId) && !entry.parked) follow(entry)
  }, [entries, orderId])
  return { state: letterState(entries, orderId, { online, now: readOn }), news }
}

/** Drops queued requests of one kind for an order, so that only the new one is sent. */
async function dropOthers(orderId: string, kind: 'order.letter' | 'order.email'): Promise<void> {
  for (const entry of await outbox.entries())
    if (entry.lane === toLane(orderId) && entry.kind === kind) await outbox.drop(entry.id)
}

/**
 * Queues another e-mail about a paid order; it is sent as soon as there is a network. Queued requests are merged into one.
 *
 * @throws ApiError DeviceFull, MemoryLost
 */
export async function askForLetter(orderId: string): Promise<void> {
  await dropOthers(orderId, 'order.letter')
  follow(await outbox.put('order.letter', toLane(orderId), { orderId }))
}

/**
 * Queues a new e-mail address for an order; it is sent as soon as there is a network. Only the latest address is sent.
 *
 * @throws ApiError DeviceFull, MemoryLost
 */
export async function askForOtherEmail(orderId: string, email: string): Promise<void> {
  await dropOthers(orderId, 'order.email')
  follow(await outbox.put('order.email', toLane(orderId), { orderId, email }))
}

/** Cancels a request that was not sent yet. */
export async function takeBack(id: string): Promise<void> {
  await outbox.drop(id)
}
