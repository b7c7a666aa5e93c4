import { type Context, inTransaction } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { type CartRow, changeCartRow, lockCart } from './store.ts'

/**
 * Changes a cart that is still open, under its row lock.
 *
 * @throws Failure CartNotFound, CartDeleted, or CartProcessed
 */
export function changeCart<Result>(
  context: Context,
  cartId: string,
  change: (context: Context, cart: CartRow) => Promise<Result>,
): Promise<Result> {
  return inTransaction(context, async (transaction) => {
    const cart = requireOpenCart(await lockCart(transaction, cartId))
    const result = await change(transaction, cart)
    await changeCartRow(transaction, cartId, {})
    return result
  })
}

/**
 * Returns the cart if it can still be changed.
 *
 * @throws Failure CartNotFound, CartDeleted, or CartProcessed
 */
export function requireOpenCart(cart: CartRow | undefined): CartRow {
  if (!cart) throw new Failure('CartNotFound')
  if (cart.state === 'Deleted') throw new Failure('CartDeleted')
  if (cart.state === 'Processed') throw new Failure('CartProcessed')
  return cart
}
