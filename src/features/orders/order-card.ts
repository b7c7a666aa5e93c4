import * as z from 'zod/mini'
import { Image, Money } from '../../../contract/common.ts'
import type { Order } from '../../../contract/orders.ts'
import { type Stored, stored } from '../../platform/storage/index.ts'

/** What the device shows of an order that waits for its payment, also without a network. */
const OrderCard = z.object({
  number: z.optional(z.string()),
  /** What it comes to now, the way it is paid. */
  total: z.optional(Money),
  thumbs: z.optional(z.array(Image)),
  /** How the buyer began to pay. */
  paymentTypeId: z.optional(z.string()),
  /** The bank's page of the attempt that was begun. */
  payUrl: z.optional(z.string()),
})
export type OrderCard = z.infer<typeof OrderCard>

const empty: OrderCard = {}
const known = new Map<string, Stored<OrderCard>>()

/** The card of an order; an empty one when the device knows nothing of it but its id. */
export function orderCard(orderId: string): Stored<OrderCard> {
  const card =
    known.get(orderId) ??
    stored<OrderCard>({ key: `order.${orderId}.card`, schema: OrderCard, initial: empty })
  known.set(orderId, card)
  return card
}

/** Adds what has become known. */
export function noteOnCard(orderId: string, news: OrderCard): void {
  const card = orderCard(orderId)
  card.write({ ...card.read(), ...news })
}

/** What an order comes to now: what was paid, or what is to be paid the way that was begun. */
export function sumNow(order: Order): Money {
  const { paymentTypeId, total } = orderCard(order.orderId).read()
  // a way that was chosen here and of which the service has not heard yet
  const chosen = paymentTypeId && !order.paymentTypeId && total
  return chosen || order.amountToPay || order.totalAmount
}

/** Takes over what the service says of an order. */
export function noteOrder(order: Order): void {
  noteOnCard(order.orderId, { number: order.number, total: sumNow(order) })
}
