import * as z from 'zod/mini'
import { Payment } from '../../../contract/invoices.ts'
import { Order, OrderItem } from '../../../contract/orders.ts'
import { Receipt } from '../../../contract/receipts.ts'
import { type Persisted, persisted } from '../../platform/storage/index.ts'
import { forgetBought, noteBought } from './note-bought.ts'

/** Describes an order as last returned by the service. Download links are omitted: they expire within minutes. */
const LastCopy = z.object({
  order: Order,
  payments: z.array(Payment),
  items: z.optional(z.array(OrderItem)),
  receipts: z.optional(z.array(Receipt)),
  /** ms */
  toldOn: z.number(),
})
export type LastCopy = z.infer<typeof LastCopy>

const copies = new Map<string, Persisted<LastCopy | null>>()

/** Returns the stored copy of an order, shown while the service cannot be reached. */
export function lastCopy(orderId: string): Persisted<LastCopy | null> {
  const copy =
    copies.get(orderId) ??
    persisted({ key: `order.${orderId}.copy`, schema: z.nullable(LastCopy), initial: null })
  copies.set(orderId, copy)
  return copy
}

/** Returns an order as stored on this device; undefined when there is no copy. */
export const keptOrder = (orderId: string): Order | undefined => lastCopy(orderId).read()?.order

/** Deletes an order's copy on this device; the service keeps the order. */
export function dropCopy(orderId: string): void {
  lastCopy(orderId).remove()
  forgetBought(orderId)
}

/** Stores the order and payments just returned by the service. */
export function keepCopy(order: Order, payments: readonly Payment[]): void {
  const copy = lastCopy(order.orderId)
  const known = copy.read()
  copy.write({ ...known, order, payments: [...payments], toldOn: Date.now() })
  noteBought(order, known?.items)
}

/** Stores the items of an order; only next to a copy of the order itself. */
export function keepItems(orderId: string, items: readonly OrderItem[]): void {
  const copy = lastCopy(orderId)
  const known = copy.read()
  if (!known) return
  copy.write({ ...known, items: items.map(withoutLinks) })
  noteBought(known.order, items)
}

/** Stores the list of receipts; only next to a copy of the order itself. */
export function keepReceipts(orderId: string, receipts: readonly Receipt[]): void {
  const copy = lastCopy(orderId)
  const known = copy.read()
  if (known) copy.write({ ...known, receipts: [...receipts] })
}

function withoutLinks(item: OrderItem): OrderItem {
  return {
    ...item,
    downloads: item.downloads?.map((download) => ({ ...download, url: '', picture: undefined })),
  }
}
