import type { Payment } from '../../../contract/invoices.ts'
import type { Order } from '../../../contract/orders.ts'

export type OrderPhase = 'awaiting' | 'checking' | 'declined' | 'paid' | 'refunded' | 'canceled'

/** The latest attempt to pay; what need not be paid, like the discount of a fast payment, is none. */
export function lastPayment(payments: readonly Payment[]): Payment | undefined {
  return payments
    .filter((payment) => payment.type !== 'Discount')
    .reduce<Payment | undefined>(
      (last, each) => (last && Date.parse(last.createdOn) > Date.parse(each.createdOn) ? last : each),
      undefined,
    )
}

/**
 * What the order's page shows. Only the service's word says paid; a buyer who came back from the bank is checked.
 *
 * @param returned came back from the bank's page a moment ago
 * @param isOld what the device last knew: of the attempt she comes back from it need not know yet
 */
export function phaseOf(
  order: Pick<Order, 'state' | 'withdrawnOn'>,
  payments: readonly Payment[],
  returned: boolean,
  isOld = false,
): OrderPhase {
  if (order.state === 'Completed') return order.withdrawnOn ? 'refunded' : 'paid'
  if (order.state === 'Canceled') return 'canceled'
  const last = lastPayment(payments)
  switch (last?.state) {
    case 'Declined':
      return returned && isOld ? 'checking' : 'declined'
    case 'Succeeded':
    case 'Pending':
      return 'checking'
    default:
      return returned ? 'checking' : 'awaiting'
  }
}
