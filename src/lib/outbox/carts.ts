import { kvStore } from '../memory/index.ts'
import { randomId } from '../random-id.ts'

const madeKey = (cartId: string) => `cart.${cartId}.made`
const afterKey = (cartId: string) => `cart.${cartId}.after`

/** Mirrors stored values in memory, for devices whose storage is not available. */
const made = new Set<string>()
const followers = new Map<string, string>()

const recall = (key: string) => kvStore.get(key).catch(() => undefined)

/** Returns the id of the successor of a closed cart, the same in all tabs. */
async function follow(cartId: string): Promise<string> {
  const here = followers.get(cartId) ?? randomId()
  const next =
    (await kvStore.change(afterKey(cartId), (known) => known ?? here).catch(() => undefined)) ?? here
  followers.set(cartId, next)
  return next
}

/** Returns whether the service knows a cart whose id was generated on this device. */
export async function isCartMade(cartId: string): Promise<boolean> {
  return made.has(cartId) || (await recall(madeKey(cartId))) !== undefined
}

/** Records that the service knows a cart. Losing this record costs one call. */
export async function noteCartMade(cartId: string): Promise<void> {
  made.add(cartId)
  await kvStore.put(madeKey(cartId), 'yes').catch(() => {})
}

/**
 * Returns the cart to use instead of the given one: itself, or the newest of its successors. The same for each tab and the
 * worker.
 *
 * @param isClosed the cart was ordered or deleted elsewhere, so that a successor is created
 */
export async function cartAfter(cartId: string, isOver = false): Promise<string> {
  if (isOver) return follow(cartId)
  let last = cartId
  // bounded, because damaged storage could contain a cycle
  for (let step = 0; step < 20; step++) {
    const next = followers.get(last) ?? (await recall(afterKey(last)))
    if (next === undefined) return last
    last = next
  }
  return last
}
