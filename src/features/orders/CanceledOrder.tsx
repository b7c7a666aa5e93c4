import { Text } from '../../platform/language/index.ts'
import { ClosedOrder } from './ClosedOrder.tsx'
import { SupportLink } from './SupportLink.tsx'
import type { OrderWithPayments } from './use-order.ts'

/** Shows an order that was not paid in time. If the payment arrives later, the order opens without an action of the buyer. */
export function CanceledOrder({ order }: OrderWithPayments) {
  return (
    <ClosedOrder order={order} titleId="orders.canceled.title">
      <p className="mt-6">
        <Text id="orders.canceled.text" />
      </p>
      <p className="mt-3 text-ink-2">
        <Text id="orders.canceled.charged" /> <SupportLink order={order} />
      </p>
    </ClosedOrder>
  )
}
