import { expect } from 'vitest'
import { addAmounts, type CartRecord, type CodeCount } from './cart-records.ts'
import { computeAmountToPay } from './price-oracle.ts'

const isLive = (state: string) => state === 'Created' || state === 'Pending'

/** Price of an order by the oracle. */
export interface Expected {
  readonly total: number
}

/** Checks invariants of one cart. */
export function checkCartRecord(record: CartRecord, expected: Expected | undefined): void {
  const [order] = record.orders
  const [invoice] = record.invoices
  // at most one order per cart, and one active payment attempt
  expect(record.orders.length, 'orders of a cart').toBeLessThanOrEqual(1)
  expect(record.cartState === 'Processed', 'a cart is closed by its order alone').toBe(order !== undefined)
  expect(record.invoices.length, 'invoices of an order').toBe(record.orders.length)
  if (!order || !invoice) {
    expect(record.entries.length + record.redemptions.length + record.receipts, 'traces of no order').toBe(0)
    return
  }
  expect(record.jobs['payments.end-unpaid'] ?? 0, 'ends of waiting').toBe(1)
  expect(order.items, 'items of an order').toBe(record.items)
  const attempts = record.entries.filter(({ type }) => type === 'Payment')
  expect(attempts.filter(({ state }) => isLive(state)).length, 'live attempts').toBeLessThanOrEqual(1)

  // totals
  expect(order.itemsSum, 'items add up').toBe(order.total)
  expect(invoice.amount, 'the invoice is of the total').toBe(order.total)
  if (expected) expect(order.total, 'the total of the oracle').toBe(expected.total)
  for (const attempt of attempts) {
    expect(attempt.amount, 'an attempt of the oracle’s amount').toBe(
      computeAmountToPay(order.total, attempt.way),
    )
    const discounts = record.entries.filter(({ attemptId }) => attemptId === attempt.id)
    expect(attempt.amount + addAmounts(discounts), 'attempt and its discount').toBe(order.total)
    for (const discount of discounts) expect(discount.state, 'a discount’s fate').toBe(attempt.state)
  }

  // payments that succeeded here have succeeded at the bank
  const bankStates = new Map(record.bank.map((one) => [one.id, one.state]))
  const paid = attempts.filter(({ state }) => state === 'Succeeded')
  for (const attempt of paid)
    expect(bankStates.get(attempt.bankId ?? ''), 'a success the bank knows').toBe('Succeeded')
  const requestedRefunds = record.refunds.filter(({ state }) => state !== 'Declined')
  expect(addAmounts(paid) - addAmounts(requestedRefunds), 'captured but for refunds').toBeLessThanOrEqual(
    order.total,
  )
  for (const attempt of attempts) {
    const refundedAmount = addAmounts(requestedRefunds.filter(({ paymentId }) => paymentId === attempt.id))
    expect(refundedAmount, 'given back of a payment').toBeLessThanOrEqual(attempt.amount)
  }
  for (const one of record.bank) {
    const refundedAmount = addAmounts(record.bankRefunds.filter(({ bankId }) => bankId === one.id))
    expect(refundedAmount, 'given back by the bank').toBeLessThanOrEqual(
      one.state === 'Succeeded' ? one.amount : 0,
    )
  }

  // delivered if and only if the full price is paid
  const counted = paid.filter(({ reviewReason }) => reviewReason === null)
  expect(counted.length, 'payments that count').toBeLessThanOrEqual(1)
  const isPaid = order.total === 0 || counted.length === 1
  expect(order.state === 'Completed', 'completed exactly when paid').toBe(isPaid)
  expect(invoice.state, 'the invoice shares the order’s fate').toBe(
    { AwaitingPayment: 'Open', Completed: 'Paid', Canceled: 'Canceled' }[order.state],
  )
  const givenBackAmount = counted[0]
    ? addAmounts(
        record.refunds.filter((one) => one.state === 'Succeeded' && one.paymentId === counted[0]?.id),
      )
    : 0
  expect(order.withdrawn, 'withdrawn exactly when all is back').toBe(
    counted[0] !== undefined && givenBackAmount >= counted[0].amount,
  )
  expect(record.jobs['mailing.order-completed'] ?? 0, 'letters ordered').toBe(isPaid ? 1 : 0)
  expect(record.jobs['receipts.write'] ?? 0, 'receipts ordered').toBe(isPaid && order.total > 0 ? 1 : 0)
  expect(record.receipts, 'receipts').toBeLessThanOrEqual(isPaid ? 1 : 0)
  if (order.state === 'Canceled')
    expect(record.redemptions.filter(({ counts }) => counts).length, 'codes of a dead order').toBe(0)
}

export function checkCode({ used, usageLimit, live: activeUses }: CodeCount): void {
  expect(used, 'uses are the orders that hold the code').toBe(activeUses)
  expect(used).toBeGreaterThanOrEqual(0)
  if (usageLimit !== null) expect(used, 'uses within the limit').toBeLessThanOrEqual(usageLimit)
}

const nextStates: Readonly<Record<string, readonly string[]>> = {
  Updated: ['Processed'],
  AwaitingPayment: ['Completed', 'Canceled'],
  Canceled: ['Completed', 'Paid'],
  Open: ['Paid', 'Canceled'],
  Created: ['Pending', 'Succeeded', 'Declined'],
  Pending: ['Succeeded', 'Declined'],
  Declined: ['Succeeded'],
}

/** Checks that no state goes backwards, no row disappears, and no total changes. */
export function checkTransition(before: CartRecord, after: CartRecord): void {
  const expectForward = (from: string, to: string, subject: string) => {
    if (from !== to) expect(nextStates[from] ?? [], `${subject} goes forward from ${from}`).toContain(to)
  }
  expectForward(before.cartState, after.cartState, 'a cart')
  for (const order of before.orders) {
    const orderAfter = after.orders.find(({ id }) => id === order.id)
    expect(orderAfter?.total, 'an order keeps its total').toBe(order.total)
    expectForward(order.state, orderAfter?.state ?? 'gone', 'an order')
    if (order.withdrawn) expect(orderAfter?.withdrawn).toBe(true)
  }
  for (const invoice of before.invoices)
    expectForward(
      invoice.state,
      after.invoices.find(({ id }) => id === invoice.id)?.state ?? 'gone',
      'an invoice',
    )
  for (const entry of before.entries)
    expectForward(entry.state, after.entries.find(({ id }) => id === entry.id)?.state ?? 'gone', 'an attempt')
  expect(after.receipts).toBeGreaterThanOrEqual(before.receipts)
}

/** Checks what holds once the bank was polled and all jobs are done. */
export function checkFinalState(record: CartRecord, emailCount: number): void {
  const [order] = record.orders
  if (!order) return
  const states = new Map(record.entries.map((entry) => [entry.bankId ?? '', entry.state]))
  for (const one of record.bank)
    if (one.state === 'Succeeded')
      expect(states.get(one.id), 'each success of the bank is known').toBe('Succeeded')
  const captured =
    addAmounts(record.bank.filter(({ state }) => state === 'Succeeded')) - addAmounts(record.bankRefunds)
  expect(captured, 'what the bank has kept').toBeLessThanOrEqual(order.total)
  expect(
    record.refunds.every(({ state }) => state !== 'Created'),
    'no refund is left undone',
  ).toBe(true)
  const isPaid = order.state === 'Completed'
  expect(record.receipts, 'one receipt of a paid order').toBe(isPaid && order.total > 0 ? 1 : 0)
  // a refund before the e-mail was written makes the e-mail obsolete
  if (!order.withdrawn) expect(emailCount, 'one letter of a completed order').toBe(isPaid ? 1 : 0)
  else expect(emailCount).toBeLessThanOrEqual(1)
}
