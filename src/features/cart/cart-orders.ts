import * as z from 'zod/mini'
import { addPendingOrder, stored } from '../../platform/storage/index.ts'

const keptAtMost = 10

/** Carts that became orders, the newest last: every tab that still shows such a cart goes to its order. */
export const cartOrders = stored({
  key: 'cartOrders',
  schema: z.array(z.object({ cartId: z.string(), orderId: z.string() })),
  initial: [],
  isEmpty: (list) => list.length === 0,
})

/** Remembers that a cart became an order, which now waits for its payment. */
export function noteOrdered(cartId: string, orderId: string): void {
  addPendingOrder(orderId)
  const others = cartOrders.read().filter((each) => each.cartId !== cartId)
  cartOrders.write([...others, { cartId, orderId }].slice(-keptAtMost))
}
