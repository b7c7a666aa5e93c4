import { device, storedKeys } from '../../platform/storage/index.ts'
import { lastCopy } from '../purchases/index.ts'

interface Known {
  orderId: string
  /** Contains an ISO 8601 time; undefined for an order that awaits payment and was never read. */
  createdOn: string | undefined
}

/** Returns the ids, newest first. An order without a date counts as just created. */
export function newestFirst(orders: readonly Known[]): string[] {
  const toTimestamp = ({ createdOn }: Known) => (createdOn ? Date.parse(createdOn) : Number.POSITIVE_INFINITY)
  return orders
    .toSorted((one, other) => toTimestamp(other) - toTimestamp(one) || 0)
    .map(({ orderId }) => orderId)
}

/** Returns the ids of the orders that this device may open: those that it has opened, and those that await payment. */
export function knownOrders(): string[] {
  const ids = new Set([...storedKeys(/^order\.(.+)\.copy$/), ...device.pendingOrders.read()])
  return newestFirst(
    [...ids].map((orderId) => ({ orderId, createdOn: lastCopy(orderId).read()?.order.createdOn })),
  )
}
