import type { Intent } from './intent.ts'
import type { PlacedOrder } from './place-order.ts'

/**
 * Goes on waiting for an order that was confirmed on the screen and has no answer yet: when it is made it joins those
 * that wait for their payment.
 *
 * @param onOrder is told of it
 * @returns ends the waiting
 */
export function followIntent({ id, cartId }: Intent, onOrder: (order: PlacedOrder) => void): () => void {
  const leaving = new AbortController()
  import('./place-order.ts')
    .then(({ orderOf }) => orderOf(id, cartId, leaving.signal))
    .then(onOrder)
    // refused or left: the cart is as it was, and its page tells
    .catch(() => {})
  return () => leaving.abort()
}
