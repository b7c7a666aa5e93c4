import { expect, it } from 'vitest'
import type { Order } from '../../../../contract/orders.ts'
import { getOrderStateLabel, listRefundLines } from './order-labels.ts'

const inRoubles = (amount: number) => ({ amount, currencyId: 643 as const })
const on = '2026-11-20T10:00:00.000Z'

it('lists each refund separately, newest first, and calls none done that is in progress', () => {
  const refunds: Order['refunds'] = [
    { amount: inRoubles(100), state: 'Succeeded', changedOn: on },
    { amount: inRoubles(200), state: 'Created', changedOn: on },
  ]
  expect(listRefundLines({ refunds }).map(({ textId, amount }) => [textId, amount.amount])).toEqual([
    ['orders.refund.underWay', 200],
    ['orders.refund.done', 100],
  ])
  expect(listRefundLines({})).toEqual([])
})

it.each([
  [{ state: 'AwaitingPayment' }, 'awaiting'],
  [{ state: 'Canceled' }, 'canceled'],
  [{ state: 'Completed' }, 'paid'],
  [{ state: 'Completed', refundedAmount: inRoubles(100) }, 'partly'],
  [{ state: 'Completed', refundedAmount: inRoubles(100), withdrawnOn: on }, 'refunded'],
] as const)('shows the status of refund %o: %s', (order, expectedLabel) => {
  expect(getOrderStateLabel(order).textId).toBe(`orders.state.${expectedLabel}`)
})
