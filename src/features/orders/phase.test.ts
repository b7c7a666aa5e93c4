import { expect, test } from 'vitest'
import type { Payment, PaymentState } from '../../../contract/invoices.ts'
import { findLatestPayment, getOrderPhase } from './phase.ts'

const buildPayment = (state: PaymentState, minute: number, type: Payment['type'] = 'Payment'): Payment => ({
  paymentId: `${state}${minute}`,
  paymentTypeId: 'card',
  type,
  state,
  amount: { amount: 100, currencyId: 643 },
  createdOn: `2026-11-20T10:${String(minute).padStart(2, '0')}:00.000Z`,
})
const awaiting = { state: 'AwaitingPayment' } as const

test('the last payment is the latest by date, in any order of the list', () => {
  const list = [buildPayment('Pending', 5), buildPayment('Declined', 1)]
  expect(findLatestPayment(list)?.state).toBe('Pending')
  expect(findLatestPayment(list.toReversed())?.state).toBe('Pending')
})

test('a discount is not a payment', () => {
  const list = [buildPayment('Declined', 1), buildPayment('Succeeded', 2, 'Discount')]
  expect(findLatestPayment(list)?.state).toBe('Declined')
  expect(getOrderPhase(awaiting, list, true)).toBe('declined')
})

test('only the service confirms that an order is paid', () => {
  expect(getOrderPhase({ state: 'Completed' }, [], false)).toBe('paid')
  expect(getOrderPhase(awaiting, [buildPayment('Succeeded', 1)], true)).toBe('checking')
})

test('a refusal of an earlier attempt says nothing about the current one', () => {
  const declinedPayments = [buildPayment('Declined', 1)]
  expect(getOrderPhase(awaiting, declinedPayments, true, true)).toBe('checking')
  expect(getOrderPhase(awaiting, declinedPayments, true, false)).toBe('declined')
  expect(getOrderPhase(awaiting, declinedPayments, false, true)).toBe('declined')
})

test('a fully refunded order no longer counts as paid', () => {
  const withdrawnOn = '2026-11-20T10:00:00.000Z'
  expect(getOrderPhase({ state: 'Completed', withdrawnOn }, [buildPayment('Succeeded', 1)], true)).toBe(
    'refunded',
  )
})

test('a started payment is checked only for buyers who return from the bank', () => {
  expect(getOrderPhase(awaiting, [buildPayment('Created', 1)], false)).toBe('awaiting')
  expect(getOrderPhase(awaiting, [buildPayment('Created', 1)], true)).toBe('checking')
  expect(getOrderPhase(awaiting, [], false)).toBe('awaiting')
})

test('a payment in progress is checked', () => {
  expect(getOrderPhase(awaiting, [buildPayment('Declined', 1), buildPayment('Pending', 2)], false)).toBe(
    'checking',
  )
})

test('a canceled order stays canceled', () => {
  expect(getOrderPhase({ state: 'Canceled' }, [buildPayment('Pending', 2)], true)).toBe('canceled')
})
