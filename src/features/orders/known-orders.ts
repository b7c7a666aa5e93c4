import { device, storedKeys } from '../../platform/storage/index.ts'
import { lastCopy } from './last-copy.ts'

interface Known {
  orderId: string
  /** ISO 8601; undefined for an order that waits and was never told of. */
  createdOn: string | undefined
}

/** The newest first; what nothing is known of yet was placed a moment ago. */
export function newestFirst(orders: readonly Known[]): string[] {
  const timeOf = ({ createdOn }: Known) => (createdOn ? Date.parse(createdOn) : Number.POSITIVE_INFINITY)
  return orders.toSorted((one, other) => timeOf(other) - timeOf(one) || 0).map(({ orderId }) => orderId)
}

/** Ids of the orders that this device may open: those opened here before, and those that wait for their payment. */
export function knownOrders(): string[] {
  const ids = new Set([...storedKeys(/^order\.(.+)\.copy$/), ...device.pendingOrders.read()])
  return newestFirst(
    [...ids].map((orderId) => ({ orderId, createdOn: lastCopy(orderId).read()?.order.createdOn })),
  )
}
