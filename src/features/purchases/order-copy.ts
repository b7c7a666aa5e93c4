import * as z from 'zod/mini'
import { Payment } from '../../../contract/invoices.ts'
import { Order, OrderItem } from '../../../contract/orders.ts'
import { Receipt } from '../../../contract/receipts.ts'
import { type Persisted, persisted } from '../../platform/storage/index.ts'
import { deletePurchase, storePurchase } from './store-purchase.ts'

/** Describes an order as last returned by the service. Download links are omitted: they expire within minutes. */
const OrderCopy = z.object({
  order: Order,
  payments: z.array(Payment),
  items: z.optional(z.array(OrderItem)),
  receipts: z.optional(z.array(Receipt)),
  /** ms */
  toldOn: z.number(),
})
export type OrderCopy = z.infer<typeof OrderCopy>

const copies = new Map<string, Persisted<OrderCopy | null>>()

/** Returns the stored copy of an order, shown while the service cannot be reached. */
export function getOrderCopy(orderId: string): Persisted<OrderCopy | null> {
  const copy =
    copies.get(orderId) ??
    persisted({ key: `order.${orderId}.copy`, schema: z.nullable(OrderCopy), initial: null })
  copies.set(orderId, copy)
  return copy
}

/** Returns an order as stored on this device; undefined when there is no copy. */
export const readStoredOrder = (orderId: string): Order | undefined => getOrderCopy(orderId).read()?.order

/** Deletes an order's copy on this device; the service keeps the order. */
export function deleteOrderCopy(orderId: string): void {
  getOrderCopy(orderId).remove()
  deletePurchase(orderId)
}

/** Stores the order and payments just returned by the service. */
export function storeOrderCopy(order: Order, payments: readonly Payment[]): void {
  const copy = getOrderCopy(order.orderId)
  const known = copy.read()
  copy.write({ ...known, order, payments: [...payments], toldOn: Date.now() })
  storePurchase(order, known?.items)
}

/** Stores the items of an order; only next to a copy of the order itself. */
export function storeOrderItems(orderId: string, items: readonly OrderItem[]): void {
  const copy = getOrderCopy(orderId)
  const known = copy.read()
  if (!known) return
  copy.write({ ...known, items: items.map(removeLinks) })
  storePurchase(known.order, items)
}

/** Stores the list of receipts; only next to a copy of the order itself. */
export function storeReceipts(orderId: string, receipts: readonly Receipt[]): void {
  const copy = getOrderCopy(orderId)
  const known = copy.read()
  if (known) copy.write({ ...known, receipts: [...receipts] })
}

function removeLinks(item: OrderItem): OrderItem {
  return {
    ...item,
    downloads: item.downloads?.map((download) => ({ ...download, url: '', picture: undefined })),
  }
}
