import { expect } from 'vitest'
import { addAmounts, type CodeCount, type Fate } from './books.ts'
import { toPay } from './price-oracle.ts'

const live = (state: string) => state === 'Created' || state === 'Pending'

/** Price of an order by the oracle. */
export interface Expected {
  readonly total: number
}

/** Checks invariants of one cart. */
export function checkFate(fate: Fate, expected: Expected | undefined): void {
  const [order] = fate.orders
  const [invoice] = fate.invoices
  // at most one order per cart, and one active payment attempt
  expect(fate.orders.length, 'orders of a cart').toBeLessThanOrEqual(1)
  expect(fate.cartState === 'Processed', 'a cart is closed by its order alone').toBe(order !== undefined)
  expect(fate.invoices.length, 'invoices of an order').toBe(fate.orders.length)
  if (!order || !invoice) {
    expect(fate.entries.length + fate.redemptions.length + fate.receipts, 'traces of no order').toBe(0)
    return
  }
  expect(fate.jobs['payments.end-unpaid'] ?? 0, 'ends of waiting').toBe(1)
  expect(order.items, 'items of an order').toBe(fate.items)
  const attempts = fate.entries.filter(({ type }) => type === 'Payment')
  expect(attempts.filter(({ state }) => live(state)).length, 'live attempts').toBeLessThanOrEqual(1)

  // totals
  expect(order.itemsSum, 'items add up').toBe(order.total)
  expect(invoice.amount, 'the invoice is of the total').toBe(order.total)
  if (expected) expect(order.total, 'the total of the oracle').toBe(expected.total)
  for (const attempt of attempts) {
    expect(attempt.amount, 'an attempt of the oracle’s amount').toBe(toPay(order.total, attempt.way))
    const discounts = fate.entries.filter(({ attemptId }) => attemptId === attempt.id)
    expect(attempt.amount + addAmounts(discounts), 'attempt and its discount').toBe(order.total)
    for (const discount of discounts) expect(discount.state, 'a discount’s fate').toBe(attempt.state)
  }

  // payments that succeeded here have succeeded at the bank
  const bankStates = new Map(fate.bank.map((one) => [one.id, one.state]))
  const paid = attempts.filter(({ state }) => state === 'Succeeded')
  for (const attempt of paid)
    expect(bankStates.get(attempt.bankId ?? ''), 'a success the bank knows').toBe('Succeeded')
  const asked = fate.refunds.filter(({ state }) => state !== 'Declined')
  expect(addAmounts(paid) - addAmounts(asked), 'captured but for refunds').toBeLessThanOrEqual(order.total)
  for (const attempt of attempts) {
    const back = addAmounts(asked.filter(({ paymentId }) => paymentId === attempt.id))
    expect(back, 'given back of a payment').toBeLessThanOrEqual(attempt.amount)
  }
  for (const one of fate.bank) {
    const back = addAmounts(fate.bankRefunds.filter(({ bankId }) => bankId === one.id))
    expect(back, 'given back by the bank').toBeLessThanOrEqual(one.state === 'Succeeded' ? one.amount : 0)
  }

  // delivered if and only if the full price is paid
  const counted = paid.filter(({ reviewReason }) => reviewReason === null)
  expect(counted.length, 'payments that count').toBeLessThanOrEqual(1)
  const isPaid = order.total === 0 || counted.length === 1
  expect(order.state === 'Completed', 'completed exactly when paid').toBe(isPaid)
  expect(invoice.state, 'the invoice shares the order’s fate').toBe(
    { AwaitingPayment: 'Open', Completed: 'Paid', Canceled: 'Canceled' }[order.state],
  )
  const given = counted[0]
    ? addAmounts(fate.refunds.filter((one) => one.state === 'Succeeded' && one.paymentId === counted[0]?.id))
    : 0
  expect(order.withdrawn, 'withdrawn exactly when all is back').toBe(
    counted[0] !== undefined && given >= counted[0].amount,
  )
  expect(fate.jobs['mailing.order-completed'] ?? 0, 'letters ordered').toBe(isPaid ? 1 : 0)
  expect(fate.jobs['receipts.write'] ?? 0, 'receipts ordered').toBe(isPaid && order.total > 0 ? 1 : 0)
  expect(fate.receipts, 'receipts').toBeLessThanOrEqual(isPaid ? 1 : 0)
  if (order.state === 'Canceled')
    expect(fate.redemptions.filter(({ counts }) => counts).length, 'codes of a dead order').toBe(0)
}

export function checkCode({ used, usageLimit, live: holders }: CodeCount): void {
  expect(used, 'uses are the orders that hold the code').toBe(holders)
  expect(used).toBeGreaterThanOrEqual(0)
  if (usageLimit !== null) expect(used, 'uses within the limit').toBeLessThanOrEqual(usageLimit)
}

const forward: Readonly<Record<string, readonly string[]>> = {
  Updated: ['Processed'],
  AwaitingPayment: ['Completed', 'Canceled'],
  Canceled: ['Completed', 'Paid'],
  Open: ['Paid', 'Canceled'],
  Created: ['Pending', 'Succeeded', 'Declined'],
  Pending: ['Succeeded', 'Declined'],
  Declined: ['Succeeded'],
}

/** Checks that no state goes backwards, no row disappears, and no total changes. */
export function checkStep(before: Fate, after: Fate): void {
  const move = (from: string, to: string, what: string) => {
    if (from !== to) expect(forward[from] ?? [], `${what} goes forward from ${from}`).toContain(to)
  }
  move(before.cartState, after.cartState, 'a cart')
  for (const order of before.orders) {
    const now = after.orders.find(({ id }) => id === order.id)
    expect(now?.total, 'an order keeps its total').toBe(order.total)
    move(order.state, now?.state ?? 'gone', 'an order')
    if (order.withdrawn) expect(now?.withdrawn).toBe(true)
  }
  for (const invoice of before.invoices)
    move(invoice.state, after.invoices.find(({ id }) => id === invoice.id)?.state ?? 'gone', 'an invoice')
  for (const entry of before.entries)
    move(entry.state, after.entries.find(({ id }) => id === entry.id)?.state ?? 'gone', 'an attempt')
  expect(after.receipts).toBeGreaterThanOrEqual(before.receipts)
}

/** Checks what holds once the bank was polled and all jobs are done. */
export function checkQuiet(fate: Fate, letters: number): void {
  const [order] = fate.orders
  if (!order) return
  const states = new Map(fate.entries.map((entry) => [entry.bankId ?? '', entry.state]))
  for (const one of fate.bank)
    if (one.state === 'Succeeded')
      expect(states.get(one.id), 'each success of the bank is known').toBe('Succeeded')
  const captured =
    addAmounts(fate.bank.filter(({ state }) => state === 'Succeeded')) - addAmounts(fate.bankRefunds)
  expect(captured, 'what the bank has kept').toBeLessThanOrEqual(order.total)
  expect(
    fate.refunds.every(({ state }) => state !== 'Created'),
    'no refund is left undone',
  ).toBe(true)
  const isPaid = order.state === 'Completed'
  expect(fate.receipts, 'one receipt of a paid order').toBe(isPaid && order.total > 0 ? 1 : 0)
  // a refund before the e-mail was written makes the e-mail obsolete
  if (!order.withdrawn) expect(letters, 'one letter of a completed order').toBe(isPaid ? 1 : 0)
  else expect(letters).toBeLessThanOrEqual(1)
}
