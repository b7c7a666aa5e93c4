import { atom, getDefaultStore } from 'jotai'
import { outbox } from '../../lib/outbox/index.ts'
import { type CartEntry, cartEntries } from './overlay.ts'

const store = getDefaultStore()

/** What waits in the outbox for the service's cart. */
const queuedAtom = atom<readonly CartEntry[]>([])

/** What the service has taken, but the cart was not read since. */
const sentAtom = atom<readonly CartEntry[]>([])

/** Everything that the kept cart does not show yet, in the order it was put. */
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
 * Follows the outbox from now on.
 *
 * @param onSent the service has taken an entry, sent from wherever
 * @param onChange what waits is another now
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
 * What the service refused while nobody looked and what the cart shows anyway leaves the queue, where it would stand in
 * the way of an order: an item that could not be removed is in the cart again, a code is not among those that count.
 */
async function tidy(): Promise<void> {
  for (const { id, kind, aside } of await outbox.entries()) {
    if (aside && shownElsewhere.has(kind)) await outbox.drop(id)
  }
}

/** Reads what waits, one reading after another. */
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
    gone.map(async (entry) => ({ entry, outcome: await outbox.settled(entry.id) })),
  )
  const sent = outcomes.flatMap(({ entry, outcome }) =>
    outcome.is === 'done' ? [{ ...entry, isSent: true }] : [],
  )
  // in one step, so that nothing blinks between waiting and being read; and nothing is drawn anew where nothing waits
  if (sent.length > 0) store.set(sentAtom, (all) => [...all, ...sent])
  if (queued.length > 0 || before.length > 0) store.set(queuedAtom, queued)
  onChange()
  for (const entry of sent) onSent(entry)
}

/** What was sent before a reading of the cart began is in what that reading gave. */
export function sentBefore(): { forget: () => void } {
  const ids = new Set(store.get(sentAtom).map(({ id }) => id))
  return { forget: () => store.set(sentAtom, (all) => all.filter(({ id }) => !ids.has(id))) }
}
