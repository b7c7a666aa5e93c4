import * as z from 'zod/mini'
import type { Money } from '../../../contract/common.ts'
import { persisted } from '../storage/index.ts'
import { hasDataLayer, type Line, pushPurchase } from './data-layer.ts'

/** Stores the orders of this device whose payment was not reported to the data layer yet. */
const unreportedOrders = persisted<readonly string[]>({
  key: 'purchasesUntold',
  schema: z.array(z.string()),
  initial: [],
  isEmpty: (orders) => orders.length === 0,
})

/** Registers an order placed on this device. The first page that shows its payment reports it. */
export function expectPurchase(orderId: string): void {
  const orders = unreportedOrders.read()
  if (hasDataLayer() && !orders.includes(orderId)) unreportedOrders.write([...orders, orderId])
}

/** Reports a paid order once, and only on the device that placed it: its link may be opened often and on other devices. */
export function reportPurchase(order: {
  id: string
  number: string
  revenue: Money
  lines: readonly Line[]
}): void {
  const orders = unreportedOrders.read()
  if (!orders.includes(order.id)) return
  unreportedOrders.write(orders.filter((id) => id !== order.id))
  pushPurchase(order)
}
