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
  work: (context: Context, cart: CartRow) => Promise<Result>,
): Promise<Result> {
  return inTransaction(context, async (inside) => {
    const cart = openCart(await lockCart(inside, cartId))
    const result = await work(inside, cart)
    await changeCartRow(inside, cartId, {})
    return result
  })
}

/**
 * Returns the cart if it can still be changed.
 *
 * @throws Failure CartNotFound, CartDeleted, or CartProcessed
 */
export function openCart(cart: CartRow | undefined): CartRow {
  if (!cart) throw new Failure('CartNotFound')
  if (cart.state === 'Deleted') throw new Failure('CartDeleted')
  if (cart.state === 'Processed') throw new Failure('CartProcessed')
  return cart
}
