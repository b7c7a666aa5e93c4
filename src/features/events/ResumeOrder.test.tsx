// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { Order } from '../../../contract/orders.ts'
import { LanguageProvider, loadTexts } from '../../platform/language/index.ts'
import { addPendingOrder, device } from '../../platform/storage/index.ts'
import { updateOrderCard } from '../orders/index.ts'
import { ResumeOrders } from './ResumeOrder.tsx'

let state: Order['state']

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('fetch', async () => {
    const sum = { amount: 199_000, currencyId: 643 }
    const order: Order = {
      ...{ orderId: 'o1', number: '48213', state, currencyId: 643, invoiceId: 'i1', totalAmount: sum },
      amountToPay: { amount: 189_050, currencyId: 643 },
      ...{ catalogId: 'c1', eventId: 'e1', albumId: 'a1', customer: { email: 'a@b.example' } },
      ...{ createdOn: '2026-11-20T10:00:00.000Z', preorder: false },
    } as Order
    const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
    return new Response(JSON.stringify(order), { headers })
  })
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** Renders the home page's part with only the texts of the initial load, as for a visitor. */
async function renderOrders() {
  const catalogue = await loadTexts('en', 'first')
  return render(
    <LanguageProvider start={{ language: 'en', catalogue, level: 'first' }} languages={['en']}>
      <ResumeOrders />
    </LanguageProvider>,
  )
}

test.each([
  ['Canceled', 'Your order was canceled'],
  ['Completed', 'Your order is paid'],
] as const)('an order that became %s meanwhile says so, once', async (newState, expectedHeading) => {
  state = newState
  addPendingOrder('o1')
  const page = await renderOrders()
  expect(await screen.findByRole('heading', { level: 2, name: expectedHeading })).toBeDefined()
  expect(device.pendingOrders.read()).toEqual([])
  page.unmount()
  await renderOrders()
  await act(async () => {})
  expect(screen.queryByRole('heading')).toBeNull()
})

test('an order that waits goes on waiting', async () => {
  state = 'AwaitingPayment'
  addPendingOrder('o1')
  await renderOrders()
  expect(await screen.findByText('48213')).toBeDefined()
  expect(screen.getByRole('article').textContent).toContain('1,890.50')
  expect(screen.getByRole('heading', { level: 2, name: 'Your order awaits payment' })).toBeDefined()
  expect(device.pendingOrders.read()).toEqual(['o1'])
})

test('an order shows up to four pictures of what is in it, also while the service is out of reach', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  addPendingOrder('o1')
  const thumbs = ['1', '2', '3', '4', '5'].map((name) => ({ url: `/media/${name}`, width: 3, height: 2 }))
  updateOrderCard('o1', { number: '48213', thumbs })
  await renderOrders()
  expect(await screen.findByText('48213')).toBeDefined()
  const pictures = [...screen.getByRole('article').querySelectorAll('img')]
  expect(pictures.map((picture) => picture.getAttribute('src'))).toEqual(
    ['1', '2', '3', '4'].map((name) => `/media/${name}`),
  )
})
