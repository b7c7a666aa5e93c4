import { atom, getDefaultStore } from 'jotai'
import { outbox } from '../../lib/outbox/index.ts'
import { type CartEntry, filterCartEntries } from './overlay.ts'

const store = getDefaultStore()

/** Stores the queued outbox entries of the cart. */
const queuedAtom = atom<readonly CartEntry[]>([])

/** Stores the entries that the service has accepted since the cart was last read. */
const sentAtom = atom<readonly CartEntry[]>([])

/** Combines all entries that the cached cart does not reflect yet, in the order they were queued. */
export const pendingEntriesAtom = atom((get) => {
  const queued = get(queuedAtom)
  const ids = new Set(queued.map(({ id }) => id))
  return [...get(sentAtom).filter(({ id }) => !ids.has(id)), ...queued]
})

export const getPendingEntries = () => store.get(pendingEntriesAtom)

type SentListener = (entry: CartEntry) => void

let unsubscribe: (() => void) | undefined
let lastRead: Promise<void> = Promise.resolve()

/**
 * Subscribes to the outbox; repeated calls have no effect.
 *
 * @param onSent called when the service has accepted an entry, from whichever tab or worker it was sent
 * @param onChange called when the pending entries have changed
 */
export function subscribeToEntries(onSent: SentListener, onChange: () => void): void {
  if (unsubscribe) return
  unsubscribe = outbox.onChange(() => void readPendingEntries(onSent, onChange))
  void dropShownRefusals()
    .catch(() => {})
    .then(() => readPendingEntries(onSent, onChange))
}

const kindsShownInCart = new Set(['cart.remove', 'cart.promo', 'cart.customer'])

/**
 * Drops refused entries that the cart shows anyway; left in the queue they would block an order. An item that could not be
 * removed is in the cart again, and a refused code is missing among the applied ones.
 */
async function dropShownRefusals(): Promise<void> {
  for (const { id, kind, parked } of await outbox.entries()) {
    if (parked && kindsShownInCart.has(kind)) await outbox.drop(id)
  }
}

/** Reads the pending entries. Calls run one after another. */
export function readPendingEntries(onSent: SentListener, onChange: () => void): Promise<void> {
  lastRead = lastRead.then(() => updatePendingEntries(onSent, onChange)).catch(() => {})
  return lastRead
}

async function updatePendingEntries(onSent: SentListener, onChange: () => void): Promise<void> {
  const previous = store.get(queuedAtom)
  const queued = filterCartEntries(await outbox.entries())
  const ids = new Set(queued.map(({ id }) => id))
  const finished = previous.filter(({ id }) => !ids.has(id))
  const outcomes = await Promise.all(
    finished.map(async (entry) => ({ entry, outcome: await outbox.waitForOutcome(entry.id) })),
  )
  const sent = outcomes.flatMap(({ entry, outcome }) =>
    outcome.type === 'done' ? [{ ...entry, isSent: true }] : [],
  )
  // one update, so that nothing flickers between pending and read; no update at all when nothing is pending
  if (sent.length > 0) store.set(sentAtom, (all) => [...all, ...sent])
  if (queued.length > 0 || previous.length > 0) store.set(queuedAtom, queued)
  onChange()
  for (const entry of sent) onSent(entry)
}

/** Captures the accepted entries. A read of the cart that starts afterwards includes them; `forget` then removes them. */
export function captureSentEntries(): { forget: () => void } {
  const ids = new Set(store.get(sentAtom).map(({ id }) => id))
  return { forget: () => store.set(sentAtom, (all) => all.filter(({ id }) => !ids.has(id))) }
}
