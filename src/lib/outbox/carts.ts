import { facts } from '../memory/index.ts'
import { randomId } from '../random-id.ts'

const madeKey = (cartId: string) => `cart.${cartId}.made`
const afterKey = (cartId: string) => `cart.${cartId}.after`

/** What this page knows itself: the memory of the device may be closed to it. */
const made = new Set<string>()
const followers = new Map<string, string>()

const recall = (key: string) => facts.get(key).catch(() => undefined)

/** Names the cart after one that is over, once for all tabs. */
async function follow(cartId: string): Promise<string> {
  const here = followers.get(cartId) ?? randomId()
  const next = (await facts.change(afterKey(cartId), (known) => known ?? here).catch(() => undefined)) ?? here
  followers.set(cartId, next)
  return next
}

/** Whether the service was told of a cart that this device has named. */
export async function isCartMade(cartId: string): Promise<boolean> {
  return made.has(cartId) || (await recall(madeKey(cartId))) !== undefined
}

/** Remembers that the service knows a cart; forgetting it costs one call. */
export async function noteCartMade(cartId: string): Promise<void> {
  made.add(cartId)
  await facts.put(madeKey(cartId), 'yes').catch(() => {})
}

/**
 * The cart that things meant for another one go into: itself, or the newest of those that followed it. The same for
 * every tab and the worker.
 *
 * @param isOver the cart was ordered or deleted elsewhere, so that another has to follow
 */
export async function cartAfter(cartId: string, isOver = false): Promise<string> {
  if (isOver) return follow(cartId)
  let last = cartId
  // as long as carts really follow each other; a circle would be a fault of the memory
  for (let step = 0; step < 20; step++) {
    const next = followers.get(last) ?? (await recall(afterKey(last)))
    if (next === undefined) return last
    last = next
  }
  return last
}
