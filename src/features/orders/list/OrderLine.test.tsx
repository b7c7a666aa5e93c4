// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Order } from '../../../../contract/orders.ts'
import { LanguageProvider, loadCatalogue } from '../../../platform/language/index.ts'
import { OrderLine } from './OrderLine.tsx'
import { getCurrentAmount, getOrderCard, saveOrderToCard, updateOrderCard } from './order-card.ts'

const roubles = (amount: number) => ({ amount, currencyId: 643 }) as const
const order = {
  ...{ orderId: 'o1', number: '48213', state: 'AwaitingPayment', currencyId: 643, invoiceId: 'i1' },
  ...{ totalAmount: roubles(39_000), amountToPay: roubles(37_050) },
  ...{ catalogId: 'c', eventId: 'e', albumId: 'a', customer: { email: 'anna@mail.example' } },
  ...{ createdOn: '2026-11-20T10:00:00.000Z', preorder: false },
} as const satisfies Order

beforeEach(() => getOrderCard('o1').remove())
afterEach(cleanup)

async function renderLine(lineOrder: Order): Promise<HTMLElement> {
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <OrderLine order={lineOrder} href="/order/o1" />
    </LanguageProvider>,
  )
  return screen.findByRole('listitem')
}

test('a line of the list tells number and day, and what is to be paid after what the way to pay takes off', async () => {
  const line = await renderLine(order)
  expect(line.textContent).toMatch(/^48213.*Nov 20, 2026/)
  expect(line.textContent).toContain('370.50')
  expect(line.textContent).not.toContain('390')
})

test.each([
  ['Asia/Vladivostok', 'Nov 21, 2026'],
  ['America/Los_Angeles', 'Nov 20, 2026'],
])('a line of the list tells the day in the event’s time zone, %s', async (timeZone, day) => {
  const line = await renderLine({ ...order, createdOn: '2026-11-20T20:00:00.000Z', timeZone })
  expect(line.textContent).toContain(day)
})

test('uses the payment method chosen on this device until the service has one', () => {
  updateOrderCard('o1', { paymentTypeId: 'card', total: roubles(39_000) })
  expect(getCurrentAmount(order)).toEqual(roubles(39_000))
  saveOrderToCard(order)
  expect(getOrderCard('o1').read().total).toEqual(roubles(39_000))
  saveOrderToCard({ ...order, paymentTypeId: 'fast' })
  expect(getOrderCard('o1').read()).toMatchObject({ number: '48213', total: roubles(37_050) })
})

test('uses the total when the service returns no sum for the payment method', () => {
  const { amountToPay: _, ...orderWithoutAmount } = order
  expect(getCurrentAmount(orderWithoutAmount)).toEqual(roubles(39_000))
})
