import type { Payment } from '../../../contract/invoices.ts'
import type { Order } from '../../../contract/orders.ts'

export type OrderPhase = 'awaiting' | 'checking' | 'declined' | 'paid' | 'refunded' | 'canceled'

/** Returns the latest payment attempt. Entries that need no payment, such as the discount for fast payment, are ignored. */
export function findLatestPayment(payments: readonly Payment[]): Payment | undefined {
  return payments
    .filter((payment) => payment.type !== 'Discount')
    .reduce<Payment | undefined>(
      (latest, each) => (latest && Date.parse(latest.createdOn) > Date.parse(each.createdOn) ? latest : each),
      undefined,
    )
}

/**
 * Returns which view of an order to show. Only the service decides that it is paid. After a return from the bank the
 * outcome is checked.
 *
 * @param hasJustReturned the buyer has just returned from the bank's page
 * @param isOld a cached copy, which may not contain the attempt that the buyer returns from
 */
export function getOrderPhase(
  order: Pick<Order, 'state' | 'withdrawnOn'>,
  payments: readonly Payment[],
  hasJustReturned: boolean,
  isCached = false,
): OrderPhase {
  if (order.state === 'Completed') return order.withdrawnOn ? 'refunded' : 'paid'
  if (order.state === 'Canceled') return 'canceled'
  const latest = findLatestPayment(payments)
  switch (latest?.state) {
    case 'Declined':
      return hasJustReturned && isCached ? 'checking' : 'declined'
    case 'Succeeded':
    case 'Pending':
      return 'checking'
    default:
      return hasJustReturned ? 'checking' : 'awaiting'
  }
}
