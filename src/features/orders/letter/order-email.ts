import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { ErrorCode } from '../../../../contract/errors.ts'
import { type AnyEntry, outbox } from '../../../lib/outbox/index.ts'
import { getRemainingWaitInMs } from '../../../lib/outbox/rules.ts'
import { useOnline } from '../../../platform/offline/index.ts'
import { useOutbox } from '../../../platform/outbox/index.ts'

/** Describes the latest change to an order's e-mails while this page was open. */
export type EmailUpdate = { type: 'again' | 'corrected'; email?: string; on: number }

/** Describes the latest request about an order's e-mails. */
export type EmailRequestState =
  | { type: 'idle' }
  /** `email`: the new address, if the request changes it. `until`: time of the next attempt, ms. */
  | { type: 'waiting' | 'sending' | 'later'; id: string; email?: string; until: number }
  | { type: 'refused'; id: string; email?: string; code: ErrorCode }

/** Delays above this are announced. */
const announcedDelayInMs = 10_000

const toLane = (orderId: string) => `order:${orderId}`

/** Narrows an entry to the requests about the e-mails of an order. */
const isEmailRequest = (
  entry: AnyEntry,
): entry is Extract<AnyEntry, { kind: 'order.email' | 'order.letter' }> =>
  entry.kind === 'order.email' || entry.kind === 'order.letter'

/**
 * Returns the state of an order's e-mail request from the outbox entries.
 *
 * @param entries of any order, in the order they were queued
 * @param now ms
 */
export function getEmailRequestState(
  entries: readonly AnyEntry[],
  orderId: string,
  { online, now }: { online: boolean; now: number },
): EmailRequestState {
  const entry = entries.findLast((each) => each.lane === toLane(orderId) && isEmailRequest(each))
  if (!entry) return { type: 'idle' }
  const { id, parked } = entry
  const email = entry.kind === 'order.email' ? entry.body.email : undefined
  if (parked) return { type: 'refused', id, email, code: parked.code }
  const waitInMs = getRemainingWaitInMs(entry, now)
  const until = now + waitInMs
  if (!online) return { type: 'waiting', id, email, until }
  return { type: entry.tries > 0 && waitInMs > announcedDelayInMs ? 'later' : 'sending', id, email, until }
}

const updatesAtom = atom<Readonly<Record<string, EmailUpdate>>>({})

const trackedIds = new Set<string>()

/** Records the outcome of an entry, from whichever tab or worker it was sent. It may arrive after the page has changed. */
function trackOutcome(entry: AnyEntry): void {
  if (trackedIds.has(entry.id)) return
  trackedIds.add(entry.id)
  void outbox.waitForOutcome(entry.id).then((outcome) => {
    if (outcome.type !== 'done' || !isEmailRequest(entry)) return
    const { orderId } = entry.body
    const lastUpdate: EmailUpdate =
      entry.kind === 'order.email'
        ? { type: 'corrected', email: entry.body.email, on: Date.now() }
        : { type: 'again', email: getDefaultStore().get(updatesAtom)[orderId]?.email, on: Date.now() }
    getDefaultStore().set(updatesAtom, (previous) => ({ ...previous, [orderId]: lastUpdate }))
  })
}

/** Returns the state of the latest e-mail request of an order, and what was done while the page was open. */
export function useOrderEmail(orderId: string): {
  state: EmailRequestState
  lastUpdate: EmailUpdate | undefined
} {
  const { entries, readOn } = useOutbox()
  const online = useOnline()
  const lastUpdate = useAtomValue(updatesAtom)[orderId]
  useEffect(() => {
    for (const entry of entries)
      if (entry.lane === toLane(orderId) && isEmailRequest(entry) && !entry.parked) trackOutcome(entry)
  }, [entries, orderId])
  return { state: getEmailRequestState(entries, orderId, { online, now: readOn }), lastUpdate }
}

/** Drops queued requests of one kind for an order, so that only the new one is sent. */
async function dropQueuedRequests(orderId: string, kind: 'order.letter' | 'order.email'): Promise<void> {
  for (const entry of await outbox.entries())
    if (entry.lane === toLane(orderId) && entry.kind === kind) await outbox.drop(entry.id)
}

/**
 * Queues another e-mail about a paid order; it is sent as soon as there is a network. Queued requests are merged into one.
 *
 * @throws ApiError DeviceFull, MemoryLost
 */
export async function requestEmailAgain(orderId: string): Promise<void> {
  await dropQueuedRequests(orderId, 'order.letter')
  trackOutcome(await outbox.put('order.letter', toLane(orderId), { orderId }))
}

/**
 * Queues a new e-mail address for an order; it is sent as soon as there is a network. Only the latest address is sent.
 *
 * @throws ApiError DeviceFull, MemoryLost
 */
export async function requestEmailChange(orderId: string, email: string): Promise<void> {
  await dropQueuedRequests(orderId, 'order.email')
  trackOutcome(await outbox.put('order.email', toLane(orderId), { orderId, email }))
}

/** Cancels a request that was not sent yet. */
export async function cancelEmailRequest(id: string): Promise<void> {
  await outbox.drop(id)
}
