import type { Money } from '../../../../contract/common.ts'
import type { Order } from '../../../../contract/orders.ts'

export interface RefundLine {
  /** Identifies the refund within the order. */
  key: string
  textId: 'orders.refund.done' | 'orders.refund.underWay'
  amount: Money
  /** ISO 8601: the time of the refund, or of its request. */
  on: string
}

/** Returns the completed and the pending refunds of an order, newest first. */
export function listRefundLines(order: Pick<Order, 'refunds'>): RefundLine[] {
  return (order.refunds ?? [])
    .map(({ amount, state, changedOn }, at): RefundLine => {
      const textId = state === 'Succeeded' ? 'orders.refund.done' : 'orders.refund.underWay'
      return { key: `${at} ${state}`, textId, amount, on: changedOn }
    })
    .toReversed()
}

/** Labels the state of an order, with its colour. */
export interface OrderStateLabel {
  textId: string
  tone: 'wait' | 'ok' | 'off' | 'back'
}

/** Returns the label of an order's state. Refunds take precedence over payment. */
export function getOrderStateLabel(
  order: Pick<Order, 'state' | 'refundedAmount' | 'withdrawnOn'>,
): OrderStateLabel {
  if (order.state === 'AwaitingPayment') return { textId: 'orders.state.awaiting', tone: 'wait' }
  if (order.state === 'Canceled') return { textId: 'orders.state.canceled', tone: 'off' }
  if (order.withdrawnOn) return { textId: 'orders.state.refunded', tone: 'back' }
  if (order.refundedAmount) return { textId: 'orders.state.partly', tone: 'ok' }
  return { textId: 'orders.state.paid', tone: 'ok' }
}
