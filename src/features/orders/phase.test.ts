import { expect, test } from 'vitest'
import type { Payment, PaymentState } from '../../../contract/invoices.ts'
import { lastPayment, toPhase } from './phase.ts'

const payment = (state: PaymentState, minute: number, type: Payment['type'] = 'Payment'): Payment => ({
  paymentId: `${state}${minute}`,
  paymentTypeId: 'card',
  type,
  state,
  amount: { amount: 100, currencyId: 643 },
  createdOn: `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`,
})
const awaiting = { state: 'AwaitingPayment' } as const

test('the last payment is the latest by date, in any order of the list', () => {
  const list = [payment('Pending', 5), payment('Declined', 1)]
  expect(lastPayment(list)?.state).toBe('Pending')
  expect(lastPayment(list.toReversed())?.state).toBe('Pending')
})

test('a discount is not a payment', () => {
  const list = [payment('Declined', 1), payment('Succeeded', 2, 'Discount')]
  expect(lastPayment(list)?.state).toBe('Declined')
  expect(toPhase(awaiting, list, true)).toBe('declined')
})

test('only the service confirms that an order is paid', () => {
  expect(toPhase({ state: 'Completed' }, [], false)).toBe('paid')
  expect(toPhase(awaiting, [payment('Succeeded', 1)], true)).toBe('checking')
})

test('a refusal of an earlier attempt says nothing about the current one', () => {
  const known = [payment('Declined', 1)]
  expect(toPhase(awaiting, known, true, true)).toBe('checking')
  expect(toPhase(awaiting, known, true, false)).toBe('declined')
  expect(toPhase(awaiting, known, false, true)).toBe('declined')
})

test('a fully refunded order no longer counts as paid', () => {
  const withdrawnOn = '2026-11-20T10:00:00.000Z'
  expect(toPhase({ state: 'Completed', withdrawnOn }, [payment('Succeeded', 1)], true)).toBe('refunded')
})

test('a started payment is checked only for buyers who return from the bank', () => {
  expect(toPhase(awaiting, [payment('Created', 1)], false)).toBe('awaiting')
  expect(toPhase(awaiting, [payment('Created', 1)], true)).toBe('checking')
  expect(toPhase(awaiting, [], false)).toBe('awaiting')
})

test('a payment in progress is checked', () => {
  expect(toPhase(awaiting, [payment('Declined', 1), payment('Pending', 2)], false)).toBe('checking')
})

test('a canceled order stays canceled', () => {
  expect(toPhase({ state: 'Canceled' }, [payment('Pending', 2)], true)).toBe('canceled')
})
