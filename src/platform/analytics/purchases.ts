import * as z from 'zod/mini'
import type { Money } from '../../../contract/common.ts'
import { stored } from '../storage/index.ts'
import { hasDataLayer, type Line, pushPurchase } from './data-layer.ts'

/** Orders of this device of whose payment the data layer has not been told. */
const untold = stored<readonly string[]>({
  key: 'purchasesUntold',
  schema: z.array(z.string()),
  initial: [],
  isEmpty: (orders) => orders.length === 0,
})

/** An order was placed here: its payment is to be told, by whatever page sees it first. */
export function expectPurchase(orderId: string): void {
  const orders = untold.read()
  if (hasDataLayer() && !orders.includes(orderId)) untold.write([...orders, orderId])
}

/** Tells of a paid order, once, and only on the device that placed it: a link may be opened anywhere, and often. */
export function tellPurchase(order: {
  id: string
  number: string
  revenue: Money
  lines: readonly Line[]
}): void {
  const orders = untold.read()
  if (!orders.includes(order.id)) return
  untold.write(orders.filter((id) => id !== order.id))
  pushPurchase(order)
}
