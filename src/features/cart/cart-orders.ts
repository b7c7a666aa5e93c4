import * as z from 'zod/mini'
import { addPendingOrder, persisted } from '../../platform/storage/index.ts'

const maxCartOrders = 10

/** Carts that became orders, newest last. Every tab that still shows such a cart navigates to its order. */
export const cartOrders = persisted({
  key: 'cartOrders',
  schema: z.array(z.object({ cartId: z.string(), orderId: z.string() })),
  initial: [],
  isEmpty: (list) => list.length === 0,
})

/** Records that a cart became an order, and adds the order to those that await payment. */
export function recordCartOrder(cartId: string, orderId: string): void {
  addPendingOrder(orderId)
  const otherOrders = cartOrders.read().filter((each) => each.cartId !== cartId)
  cartOrders.write([...otherOrders, { cartId, orderId }].slice(-maxCartOrders))
}
