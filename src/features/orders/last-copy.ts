import * as z from 'zod/mini'
import { Payment } from '../../../contract/invoices.ts'
import { Order, OrderItem } from '../../../contract/orders.ts'
import { Receipt } from '../../../contract/receipts.ts'
import { type Stored, stored } from '../../platform/storage/index.ts'

/** An order as the service last told it. The links to files are left out: they are old within minutes. */
const LastCopy = z.object({
  order: Order,
  payments: z.array(Payment),
  items: z.optional(z.array(OrderItem)),
  receipts: z.optional(z.array(Receipt)),
  /** ms */
  toldOn: z.number(),
})
export type LastCopy = z.infer<typeof LastCopy>

const copies = new Map<string, Stored<LastCopy | null>>()

/** What stands on the order's page while the service cannot be asked. */
export function lastCopy(orderId: string): Stored<LastCopy | null> {
  const copy =
    copies.get(orderId) ??
    stored({ key: `order.${orderId}.copy`, schema: z.nullable(LastCopy), initial: null })
  copies.set(orderId, copy)
  return copy
}

/** An order as this device knows it; undefined when it was never here. */
export const keptOrder = (orderId: string): Order | undefined => lastCopy(orderId).read()?.order

/** Forgets an order here; it stays with the service. */
export const dropCopy = (orderId: string): void => lastCopy(orderId).remove()

/** Keeps what the service has just said of an order. */
export function keepCopy(order: Order, payments: readonly Payment[]): void {
  const copy = lastCopy(order.orderId)
  copy.write({ ...copy.read(), order, payments: [...payments], toldOn: Date.now() })
}

/** Keeps what is in an order; only next to a copy of the order itself. */
export function keepItems(orderId: string, items: readonly OrderItem[]): void {
  const copy = lastCopy(orderId)
  const known = copy.read()
  if (known) copy.write({ ...known, items: items.map(withoutLinks) })
}

/** Keeps which receipts there are; only next to a copy of the order itself. */
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
