import { device, listStoredKeys } from '../../../platform/storage/index.ts'
import { getOrderCopy } from '../../purchases/index.ts'

interface DatedOrder {
  orderId: string
  /** Contains an ISO 8601 time; undefined for an order that awaits payment and was never read. */
  createdOn: string | undefined
}

/** Returns the ids, newest first. An order without a date counts as just created. */
export function sortNewestFirst(orders: readonly DatedOrder[]): string[] {
  const toTimestamp = ({ createdOn }: DatedOrder) =>
    createdOn ? Date.parse(createdOn) : Number.POSITIVE_INFINITY
  return orders
    .toSorted((one, other) => toTimestamp(other) - toTimestamp(one) || 0)
    .map(({ orderId }) => orderId)
}

/** Returns the ids of the orders that this device may open: those that it has opened, and those that await payment. */
export function listKnownOrders(): string[] {
  const ids = new Set([...listStoredKeys(/^order\.(.+)\.copy$/), ...device.pendingOrders.read()])
  return sortNewestFirst(
    [...ids].map((orderId) => ({ orderId, createdOn: getOrderCopy(orderId).read()?.order.createdOn })),
  )
}
