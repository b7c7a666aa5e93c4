// @vitest-environment happy-dom
import { cleanup, configure, render, screen, within } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { PaymentState } from '../../../contract/invoices.ts'
import type { OrderState } from '../../../contract/orders.ts'
import type { Settings } from '../../../contract/settings.ts'
import { LanguageProvider, loadCatalogue } from '../../platform/language/index.ts'
import { saidAtom } from '../../platform/notices/index.ts'
import { settingsAtom } from '../../platform/theme/index.ts'
import { Order } from './Order.tsx'
import { PaymentTypes } from './PaymentTypes.tsx'

// a busy machine takes its time
configure({ asyncUtilTimeout: 20_000 })

const money = { amount: 39_000, currencyId: 643 } as const
const ours = { [tenantHeader]: 'photofinish' }
const json = (body: unknown) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', ...ours } })
const refusal = (code: string, status: number) =>
  new Response(JSON.stringify({ type: 'about:blank', title: code, status, code }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...ours },
  })

const anOrder = (state: OrderState) => ({
  ...{ orderId: 'o1', number: '48213', state, currencyId: 643, invoiceId: 'i1', totalAmount: money },
  ...{ catalogId: 'c', eventId: 'e', albumId: 'a', customer: { email: 'anna@mail.example' } },
  ...{ createdOn: '2026-11-20T10:00:00.000Z', preorder: false },
})
const payment = (state: PaymentState) => ({
  ...{ paymentId: 'p', paymentTypeId: 'card', type: 'Payment', state, amount: money },
  createdOn: '2026-11-20T10:01:00.000Z',
})

beforeEach(() => localStorage.clear())
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  vi.unstubAllGlobals()
})

/** The heading of an order's page when its calls are answered so; all others find no network. */
async function headingWith(
  order: () => Response,
  payments: readonly unknown[] = [],
  items?: readonly unknown[],
): Promise<string | null> {
  vi.stubGlobal('fetch', async (address: string) => {
    if (address.endsWith('/orders/o1')) return order()
    if (address.endsWith('/payments'))
      return json({ items: payments, count: payments.length, total: payments.length })
    if (items && address.endsWith('/items')) return json({ items, count: items.length, total: items.length })
    throw new TypeError('no network')
  })
  getDefaultStore().set(settingsAtom, {
    tenantName: 'Photofinish',
    currencyId: 643,
    supportEmail: 'a@b.example',
  } as Settings)
  history.replaceState(null, '', '/order/o1')
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <Order orderId="o1" returned={false} />
    </LanguageProvider>,
  )
  return (await screen.findByRole('heading', { level: 1 })).textContent
}

test.each<[OrderState, PaymentState[], string]>([
  ['AwaitingPayment', [], 'Order awaiting payment'],
  ['AwaitingPayment', ['Pending'], 'Checking your payment'],
  ['AwaitingPayment', ['Declined'], 'Payment declined'],
  ['Completed', ['Succeeded'], 'Finished'],
  ['Canceled', [], 'Order canceled'],
])('the page of an order that is %s with payments %j says “%s”', async (state, payments, heading) => {
  const shown = await headingWith(() => json(anOrder(state)), payments.map(payment))
  expect(shown?.startsWith(heading), shown ?? '').toBe(true)
})

test('an outcome that comes while the page waits for it is read out, and none that was there at first', async () => {
  const said = () => Object.values(getDefaultStore().get(saidAtom))
  let isPaid = false
  const answers = () => json(anOrder(isPaid ? 'Completed' : 'AwaitingPayment'))
  await headingWith(answers, [payment('Pending')])
  expect(said()).toEqual([])
  isPaid = true
  await screen.findByRole('heading', { level: 1, name: /^Finished/ })
  await vi.waitFor(() => expect(said()).toContain('Finished. All yours'))
})

test('a paid pre-order says that its photos come later, and where to', async () => {
  const product = { title: 'All photos with me', productType: 'photos_with_me' }
  const items = [{ orderItemId: 'i', totalPrice: money, product, downloads: [] }]
  await headingWith(() => json({ ...anOrder('Completed'), preorder: true }), [payment('Succeeded')], items)
  expect(await screen.findByRole('heading', { level: 1, name: /^Package\s+ordered$/ })).toBeTruthy()
  expect(
    screen.getByText(/^The photos will be here after the event\. We send the links to a•••@/),
  ).toBeTruthy()
  // the letter that went out has none yet
  expect(await screen.findByText(/^The email about the order went to a•••@/)).toBeTruthy()
})

test('a paid order says where its letter went, and whom to write to when none has come within an hour', async () => {
  const product = { title: 'Photo', productType: 'photo' }
  const expiresOn = '2026-11-21T10:00:00.000Z'
  const downloads = [{ fileName: 'A001.jpg', url: '/files/orders/o1/f', bytes: 1, expiresOn }]
  const items = [{ orderItemId: 'i', totalPrice: money, product, downloads }]
  await headingWith(() => json(anOrder('Completed')), [payment('Succeeded')], items)
  expect(await screen.findByText(/^The email with the links went to a•••@/)).toBeTruthy()
  const hint = screen.getByText(/Nothing after an hour\?/)
  expect(within(hint).getByRole('link', { name: 'Write to support' }).getAttribute('href')).toMatch(
    /^mailto:/,
  )
})

test('the ways to pay say which cards are taken, and what the fast payment takes off', async () => {
  const types = (['FastPayment', 'BankCard', 'External'] as const).map((kind) => ({
    paymentTypeId: kind,
    kind,
    title: kind,
    amountToPay: money,
    discountPercent: kind === 'FastPayment' ? 5 : 0,
  }))
  const catalogue = await loadCatalogue('en')
  render(
    <LanguageProvider start={{ language: 'en', catalogue }} languages={['en']}>
      <PaymentTypes types={types} value="BankCard" onChange={() => {}} />
    </LanguageProvider>,
  )
  const [fast, card, external] = screen.getAllByRole('radio').map((radio) => radio.textContent)
  expect(fast).toMatch(/bank’s app.*−5%/)
  expect(card).toContain('MIR, VISA, MasterCard')
  expect(external).not.toMatch(/%/)
})

test('a paid order tells what was paid, not what it would have cost another way', async () => {
  const paid = { ...anOrder('Completed'), amountToPay: { amount: 37_050, currencyId: 643 } }
  await headingWith(() => json(paid), [payment('Succeeded')])
  expect(await screen.findByText(/370\.50/)).toBeTruthy()
})

test('a declined payment can be tried again, and support written to', async () => {
  await headingWith(() => json(anOrder('AwaitingPayment')), [payment('Declined')])
  expect(screen.getAllByRole('button', { name: /^Pay/ }).length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toMatch(
    /^mailto:a@b\.example/,
  )
})

test('an order that is not there says so; one that fails can be asked for again', async () => {
  expect(await headingWith(() => refusal('OrderNotFound', 404))).toBe('Order not found')
  cleanup()
  expect(await headingWith(() => refusal('Forbidden', 403))).toBe('The order did not open')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})
