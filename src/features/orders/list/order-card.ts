import * as z from 'zod/mini'
import { Image, Money } from '../../../../contract/common.ts'
import type { Order } from '../../../../contract/orders.ts'
import { type Persisted, persisted } from '../../../platform/storage/index.ts'

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

const emptyCard: OrderCard = {}
const cards = new Map<string, Persisted<OrderCard>>()

/** Returns the card of an order; an empty one when only the id is known. */
export function getOrderCard(orderId: string): Persisted<OrderCard> {
  const card =
    cards.get(orderId) ??
    persisted<OrderCard>({ key: `order.${orderId}.card`, schema: OrderCard, initial: emptyCard })
  cards.set(orderId, card)
  return card
}

/** Merges fields into the card. */
export function updateOrderCard(orderId: string, changes: OrderCard): void {
  const card = getOrderCard(orderId)
  card.write({ ...card.read(), ...changes })
}

/** Returns the current amount of an order: the paid amount, or the amount payable with the chosen payment type. */
export function getCurrentAmount(order: Order): Money {
  const { paymentTypeId, total } = getOrderCard(order.orderId).read()
  // a payment type that was chosen on this device and that the service does not know yet
  const chosenTotal = paymentTypeId && !order.paymentTypeId && total
  return chosenTotal || order.amountToPay || order.totalAmount
}

/** Copies number and amount from the service's order. */
export function saveOrderToCard(order: Order): void {
  updateOrderCard(order.orderId, { number: order.number, total: getCurrentAmount(order) })
}
