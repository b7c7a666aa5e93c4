import * as z from 'zod/mini'
import { Image, Money } from '../../../contract/common.ts'
import type { Order } from '../../../contract/orders.ts'
import { type Stored, stored } from '../../platform/storage/index.ts'

/** What the device shows of an order that waits for its payment, also without a network. */
const OrderCard = z.object({
  number: z.optional(z.string()),
  /** Before what a way to pay takes off. */
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

/** Takes over what the service says of an order. */
export function noteOrder({ orderId, number, totalAmount }: Order): void {
  noteOnCard(orderId, { number, total: totalAmount })
}
