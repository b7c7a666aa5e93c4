import type { Money } from '../../../contract/common.ts'
import type { Order } from '../../../contract/orders.ts'

export interface RefundLine {
  /** Tells it from the others of the order. */
  key: string
  textId: 'orders.refund.done' | 'orders.refund.underWay'
  amount: Money
  /** ISO 8601: when the money went, or when it was asked for. */
  on: string
}

/** What went back of an order and what is on its way, the newest first. */
export function refundLines(order: Pick<Order, 'refunds'>): RefundLine[] {
  return (order.refunds ?? [])
    .map(({ amount, state, changedOn }, at): RefundLine => {
      const textId = state === 'Succeeded' ? 'orders.refund.done' : 'orders.refund.underWay'
      return { key: `${at} ${state}`, textId, amount, on: changedOn }
    })
    .toReversed()
}

/** A word for the state of an order and the colour that goes with it. */
export interface OrderWord {
  textId: string
  tone: 'wait' | 'ok' | 'off' | 'back'
}

/** How an order stands, in one word; money that went back comes before what was paid. */
export function wordOf(order: Pick<Order, 'state' | 'refundedAmount' | 'withdrawnOn'>): OrderWord {
  if (order.state === 'AwaitingPayment') return { textId: 'orders.state.awaiting', tone: 'wait' }
  if (order.state === 'Canceled') return { textId: 'orders.state.canceled', tone: 'off' }
  if (order.withdrawnOn) return { textId: 'orders.state.refunded', tone: 'back' }
  if (order.refundedAmount) return { textId: 'orders.state.partly', tone: 'ok' }
  return { textId: 'orders.state.paid', tone: 'ok' }
}
