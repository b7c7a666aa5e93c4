import { expect, it } from 'vitest'
import type { Order } from '../../../contract/orders.ts'
import { refundLines, toOrderWord } from './refund-words.ts'

const sum = (amount: number) => ({ amount, currencyId: 643 as const })
const on = '2026-11-20T10:00:00.000Z'

it('lists each refund separately, newest first, and calls none done that is in progress', () => {
  const refunds: Order['refunds'] = [
    { amount: sum(100), state: 'Succeeded', changedOn: on },
    { amount: sum(200), state: 'Created', changedOn: on },
  ]
  expect(refundLines({ refunds }).map(({ textId, amount }) => [textId, amount.amount])).toEqual([
    ['orders.refund.underWay', 200],
    ['orders.refund.done', 100],
  ])
  expect(refundLines({})).toEqual([])
})

it.each([
  [{ state: 'AwaitingPayment' }, 'awaiting'],
  [{ state: 'Canceled' }, 'canceled'],
  [{ state: 'Completed' }, 'paid'],
  [{ state: 'Completed', refundedAmount: sum(100) }, 'partly'],
  [{ state: 'Completed', refundedAmount: sum(100), withdrawnOn: on }, 'refunded'],
] as const)('shows the status of refund %o: %s', (order, word) => {
  expect(toOrderWord(order).textId).toBe(`orders.state.${word}`)
})
