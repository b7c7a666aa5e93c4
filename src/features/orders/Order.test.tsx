// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PaymentState } from '../../../contract/invoices.ts'
import type { OrderState } from '../../../contract/orders.ts'
import { skipPauses } from '../../../tests/skip-pauses.ts'
import {
  buildOrder,
  buildPayment,
  buildRefusal,
  renderOrderHeading,
  respondWithJson,
} from '../../../tests/support/browser/render-order.tsx'
import { announcementsAtom } from '../../platform/notices/index.ts'

beforeEach(() => localStorage.clear())
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
})

const buildEarlierPayment = (state: PaymentState) => ({
  ...buildPayment(state),
  createdOn: '2026-11-20T10:00:30.000Z',
})
const discount = { ...buildPayment('Succeeded'), type: 'Discount', createdOn: '2026-11-20T10:02:00.000Z' }

test.each<[OrderState, PaymentState[], string]>([
  ['AwaitingPayment', [], 'Order awaiting payment'],
  ['AwaitingPayment', ['Pending'], 'Checking your payment'],
  ['AwaitingPayment', ['Declined'], 'Payment declined'],
  ['Completed', ['Succeeded'], 'Finished'],
  ['Canceled', [], 'Order canceled'],
])('the page of an order that is %s with payments %j says “%s”', async (state, payments, heading) => {
  const shownHeading = await renderOrderHeading(
    () => respondWithJson(buildOrder(state)),
    payments.map(buildPayment),
  )
  expect(shownHeading?.startsWith(heading), shownHeading ?? '').toBe(true)
})

test.each<[string, unknown[], string]>([
  [
    'the one in hand after a refusal',
    [buildPayment('Pending'), buildEarlierPayment('Declined')],
    'Checking your payment',
  ],
  [
    'a refusal after one that ended',
    [buildEarlierPayment('Pending'), buildPayment('Declined')],
    'Payment declined',
  ],
  [
    'a refusal before a discount, which is no payment',
    [buildPayment('Declined'), discount],
    'Payment declined',
  ],
])('of several payments the latest by its date is shown: %s', async (_which, payments, heading) => {
  expect(await renderOrderHeading(() => respondWithJson(buildOrder('AwaitingPayment')), payments)).toBe(
    heading,
  )
})

test('announces an outcome that arrives while the page waits, and none that was there at first', async () => {
  const listAnnouncements = () => Object.values(getDefaultStore().get(announcementsAtom))
  // the page polls the order
  skipPauses(1_000)
  let isPaid = false
  const answerOrder = () => respondWithJson(buildOrder(isPaid ? 'Completed' : 'AwaitingPayment'))
  await renderOrderHeading(answerOrder, [buildPayment('Pending')])
  expect(listAnnouncements()).toEqual([])
  isPaid = true
  await screen.findByRole('heading', { level: 1, name: /^Finished/ })
  await vi.waitFor(() => expect(listAnnouncements()).toContain('Finished. All yours'))
})

test('an order in dollars shows its sums in dollars', async () => {
  const dollars = { amount: 2_499, currencyId: 840 }
  const order = { ...buildOrder('Completed'), currencyId: 840, totalAmount: dollars }
  await renderOrderHeading(() => respondWithJson(order), [buildPayment('Succeeded')])
  expect(await screen.findByText(/24\.99/)).toBeTruthy()
  expect(document.body.textContent).toContain('$')
  expect(document.body.textContent).not.toContain('₽')
})

test('a failed request for an order can be retried', async () => {
  expect(await renderOrderHeading(() => buildRefusal('Forbidden', 403))).toBe('The order did not open')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
