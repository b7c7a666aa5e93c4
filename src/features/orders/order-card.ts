import * as z from 'zod/mini'
import { Image, Money } from '../../../contract/common.ts'
import type { Order } from '../../../contract/orders.ts'
import { type Persisted, persisted } from '../../platform/storage/index.ts'

/** Describes an order that awaits payment, stored on the device to render it offline. */
const OrderCard = z.object({
  number: z.optional(z.string()),
  /** The amount payable with the chosen payment type. */
  total: z.optional(Money),
  thumbs: z.optional(z.array(Image)),
  /** The payment type that the buyer chose. */
  paymentTypeId: z.optional(z.string()),
  /** The bank's page of the payment attempt in progress. */
  payUrl: z.optional(z.string()),
})
export type OrderCard = z.infer<typeof OrderCard>

const empty: OrderCard = {}
const known = new Map<string, Persisted<OrderCard>>()

/** Returns the card of an order; an empty one when only the id is known. */
export function orderCard(orderId: string): Persisted<OrderCard> {
  const card =
    known.get(orderId) ??
    persisted<OrderCard>({ key: `order.${orderId}.card`, schema: OrderCard, initial: empty })
  known.set(orderId, card)
  return card
}

/** Merges fields into the card. */
export function noteOnCard(orderId: string, news: OrderCard): void {
  const card = orderCard(orderId)
  card.write({ ...card.read(), ...news })
}

/** Returns the current amount of an order: the paid amount, or the amount payable with the chosen payment type. */
export function sumNow(order: Order): Money {
  const { paymentTypeId, total } = orderCard(order.orderId).read()
  // a payment type that was chosen on this device and that the service does not know yet
  const chosen = paymentTypeId && !order.paymentTypeId && total
  return chosen || order.amountToPay || order.totalAmount
}

/** Copies number and amount from the service's order. */
export function noteOrder(order: Order): void {
  noteOnCard(order.orderId, { number: order.number, total: sumNow(order) })
}
