import * as z from 'zod/mini'
import { Id, type Image, type Money } from '../../../contract/common.ts'
import { errorStatus } from '../../../contract/errors.ts'
import { ApiError } from '../../lib/api.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { randomId } from '../../lib/random-id.ts'
import { device } from '../../platform/storage/index.ts'
import { leaveOrderedCart, listCartPictures, recordCartOrder } from '../cart/index.ts'
import { intent } from './intent.ts'

const Answer = z.object({ orderId: Id, invoiceId: Id, preorder: z.boolean() })

export interface PlacedOrder extends z.infer<typeof Answer> {
  /** Contains further data known on this device; empty where another tab has already stored it. */
  card: { thumbs?: Image[] }
}

export interface OrderInput {
  cartId: string
  email: string
  /** The total that the buyer saw. The service refuses the order at any other price. */
  expectedTotal: Money
  paymentTypeId?: string
  /** The buyer has confirmed a package that was ordered before with the same e-mail. */
  orderAgain?: boolean
  /** For the runners who receive the gifts in the cart. */
  giftMessage?: string
}

/**
 * Turns the cart into an order that awaits payment. The request is stored before it is sent, and deleted once the order
 * is known on this device. After any failure in between, it is repeated with the same idempotency key.
 *
 * @param signal stops waiting; the request stays queued
 * @throws ApiError EmailInvalid, CustomerMissing, CartEmpty, AlreadyBought, AlreadyOrdered, PriceChanged, Promo…, CartNotFound, CartDeleted
 */
export async function placeOrder(input: OrderInput, signal: AbortSignal): Promise<PlacedOrder> {
  const { cartId, email, expectedTotal } = input
  device.email.write(email)
  const storedIntent = intent.read()
  const isSameOrder = storedIntent?.cartId === cartId && storedIntent.amount === expectedTotal.amount
  const id = isSameOrder ? storedIntent.id : randomId()
  intent.write({ id, cartId, amount: expectedTotal.amount })
  // the order contains the e-mail, so a queued update is redundant
  for (const entry of await outbox.entries()) {
    if (entry.kind === 'cart.customer') await outbox.drop(entry.id)
  }
  await outbox.put('checkout', `cart:${cartId}`, input, { id })
  void outbox.flush({ now: true })
  return fetchPlacedOrder(id, cartId, signal)
}

/** Waits for the order of a queued request, possibly queued by an earlier page. */
export async function fetchPlacedOrder(
  id: string,
  cartId: string,
  signal: AbortSignal,
): Promise<PlacedOrder> {
  const outcome = await outbox.waitForOutcome(id, signal)
  if (outcome.type === 'done') {
    const order = z.parse(Answer, outcome.answer)
    const thumbs = listCartPictures(cartId)
    recordCartOrder(cartId, order.orderId)
    await leaveOrderedCart(cartId)
    intent.remove()
    return { ...order, card: thumbs.length > 0 ? { thumbs } : {} }
  }
  intent.remove()
  if (outcome.type === 'parked') await outbox.drop(id)
  const code = outcome.type === 'parked' ? outcome.code : 'NoResponse'
  throw new ApiError(code, errorStatus[code])
}
