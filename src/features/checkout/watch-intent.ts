import type { Intent } from './intent.ts'
import type { PlacedOrder } from './place-order.ts'

/**
 * Resumes waiting for an order that was confirmed and has no answer yet. Once created, it is added to the orders that
 * await payment.
 *
 * @param onOrder called with the order
 * @returns stops waiting
 */
export function watchIntent({ id, cartId }: Intent, onOrder: (order: PlacedOrder) => void): () => void {
  const abortController = new AbortController()
  import('./place-order.ts')
    .then(({ fetchPlacedOrder }) => fetchPlacedOrder(id, cartId, abortController.signal))
    .then(onOrder)
    // refused or aborted: the cart is unchanged, and its page shows the reason
    .catch(() => {})
  return () => abortController.abort()
}
