import * as z from 'zod/mini'
import { Id, type Image, type Money } from '../../../contract/common.ts'
import { errorStatus } from '../../../contract/errors.ts'
import { ApiError } from '../../lib/api.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { randomId } from '../../lib/random-id.ts'
import { device } from '../../platform/storage/index.ts'
import { forgetCart, noteOrdered, picturesOfCart } from '../cart/index.ts'
import { intent } from './intent.ts'

const Answer = z.object({ orderId: Id, invoiceId: Id, preorder: z.boolean() })

export interface PlacedOrder extends z.infer<typeof Answer> {
  /** What the device knows of it besides; nothing where another tab has told of it already. */
  card: { thumbs?: Image[] }
}

export interface OrderWish {
  cartId: string
  email: string
  /** What the buyer saw; another price is refused instead of charged. */
  expectedTotal: Money
  paymentTypeId?: string
}

/**
 * Makes the cart an order that waits for its payment. The wish is on the device before the call goes out, and leaves it
 * when the order is known here: whatever breaks in between, the same key asks again.
 *
 * @param signal ends the waiting, not the wish
 * @throws ApiError EmailInvalid, CustomerMissing, CartEmpty, PriceChanged, Promo…, CartNotFound, CartDeleted
 */
export async function placeOrder(wish: OrderWish, signal: AbortSignal): Promise<PlacedOrder> {
  const { cartId, email, expectedTotal } = wish
  device.email.write(email)
  const known = intent.read()
  const isSame = known?.cartId === cartId && known.amount === expectedTotal.amount
  const id = isSame ? known.id : randomId()
  intent.write({ id, cartId, amount: expectedTotal.amount })
  // the order brings the e-mail along
  for (const entry of await outbox.entries()) {
    if (entry.kind === 'cart.customer') await outbox.drop(entry.id)
  }
  await outbox.put('checkout', `cart:${cartId}`, wish, { id })
  void outbox.flush({ now: true })
  return orderOf(id, cartId, signal)
}

/** Waits for the order of a wish that was put before, perhaps by a page that is gone. */
export async function orderOf(id: string, cartId: string, signal: AbortSignal): Promise<PlacedOrder> {
  const outcome = await outbox.settled(id, signal)
  if (outcome.is === 'done') {
    const order = z.parse(Answer, outcome.answer)
    const thumbs = picturesOfCart(cartId)
    noteOrdered(cartId, order.orderId)
    forgetCart(cartId)
    intent.remove()
    return { ...order, card: thumbs.length > 0 ? { thumbs } : {} }
  }
  intent.remove()
  if (outcome.is === 'aside') await outbox.drop(id)
  const code = outcome.is === 'aside' ? outcome.code : 'NoResponse'
  throw new ApiError(code, errorStatus[code])
}
