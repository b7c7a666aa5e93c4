import { atom, getDefaultStore } from 'jotai'
import { outbox } from '../../lib/outbox/index.ts'
import { type CartEntry, cartEntries } from './overlay.ts'

const store = getDefaultStore()

/** Stores the queued outbox entries of the cart. */
const queuedAtom = atom<readonly CartEntry[]>([])

/** Stores the entries that the service has accepted since the cart was last read. */
const sentAtom = atom<readonly CartEntry[]>([])

/** Combines all entries that the cached cart does not reflect yet, in the order they were queued. */
export const waitingAtom = atom((get) => {
  const queued = get(queuedAtom)
  const ids = new Set(queued.map(({ id }) => id))
  return [...get(sentAtom).filter(({ id }) => !ids.has(id)), ...queued]
})

export const waitingNow = () => store.get(waitingAtom)

type Sent = (entry: CartEntry) => void

let listening: (() => void) | undefined
let reading: Promise<void> = Promise.resolve()

/**
 * Subscribes to the outbox; repeated calls have no effect.
 *
 * @param onSent called when the service has accepted an entry, from whichever tab or worker it was sent
 * @param onChange called when the pending entries have changed
 */
export function followWaiting(onSent: Sent, onChange: () => void): void {
  if (listening) return
  listening = outbox.onChange(() => void readWaiting(onSent, onChange))
  void tidy()
    .catch(() => {})
    .then(() => readWaiting(onSent, onChange))
}

const shownElsewhere = new Set(['cart.remove', 'cart.promo', 'cart.customer'])

/**
 * Drops refused entries that the cart shows anyway; left in the queue they would block an order. An item that could not be
 * removed is in the cart again, and a refused code is missing among the applied ones.
 */
async function tidy(): Promise<void> {
  for (const { id, kind, parked } of await outbox.entries()) {
    if (parked && shownElsewhere.has(kind)) await outbox.drop(id)
  }
}

/** Reads the pending entries. Calls run one after another. */
export function readWaiting(onSent: Sent, onChange: () => void): Promise<void> {
  reading = reading.then(() => readOnce(onSent, onChange)).catch(() => {})
  return reading
}

async function readOnce(onSent: Sent, onChange: () => void): Promise<void> {
  const before = store.get(queuedAtom)
  const queued = cartEntries(await outbox.entries())
  const ids = new Set(queued.map(({ id }) => id))
  const gone = before.filter(({ id }) => !ids.has(id))
  const outcomes = await Promise.all(
    gone.map(async (entry) => ({ entry, outcome: await outbox.waitForOutcome(entry.id) })),
  )
  const sent = outcomes.flatMap(({ entry, outcome }) =>
    outcome.type === 'done' ? [{ ...entry, isSent: true }] : [],
  )
  // one update, so that nothing flickers between pending and read; no update at all when nothing is pending
  if (sent.length > 0) store.set(sentAtom, (all) => [...all, ...sent])
  if (queued.length > 0 || before.length > 0) store.set(queuedAtom, queued)
  onChange()
  for (const entry of sent) onSent(entry)
}

/** Captures the accepted entries. A read of the cart that starts afterwards includes them; `forget` then removes them. */
export function sentBefore(): { forget: () => void } {
  const ids = new Set(store.get(sentAtom).map(({ id }) => id))
  return { forget: () => store.set(sentAtom, (all) => all.filter(({ id }) => !ids.has(id))) }
}
