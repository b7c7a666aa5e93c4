// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  buildOrder,
  buildPayment,
  buildRefusal,
  money,
  renderOrderHeading,
  respondWithJson,
  tenantHeaders,
} from '../../../tests/support/browser/render-order.tsx'
import { renderPart } from '../../../tests/support/browser/render-part.tsx'
import { PaymentTypes } from './payment/PaymentTypes.tsx'
import { PaySum } from './payment/PaySum.tsx'
import { UnpaidOrder } from './UnpaidOrder.tsx'

beforeEach(() => localStorage.clear())
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('payment methods list the accepted cards, and the discount of the fast payment', async () => {
  const types = (['FastPayment', 'BankCard', 'External'] as const).map((kind) => ({
    paymentTypeId: kind,
    kind,
    title: kind,
    amountToPay: kind === 'FastPayment' ? { ...money, amount: 37_050 } : money,
    discountPercent: kind === 'FastPayment' ? 5 : 0,
  }))
  await renderPart(<PaymentTypes types={types} total={money} value="BankCard" onChange={() => {}} />)
  const [fast, card, external] = screen.getAllByRole('radio').map((radio) => radio.textContent)
  expect(fast).toMatch(/bank’s app.*−19\.50\s?₽|bank’s app.*−₽\s?19\.50/)
  expect(card).toContain('MIR, VISA, MasterCard')
  expect(external).toBe('ExternalOpens on a page of its own')
})

test('the discount of a payment method has the color of an applied code, not of an error', async () => {
  const type = {
    ...{ paymentTypeId: 'fast', kind: 'FastPayment' as const, title: 'Fast', discountPercent: 5 },
    amountToPay: { ...money, amount: 37_050 },
  }
  await renderPart(
    <PaySum head="Order" short="1 photo" total={money} type={type} busy={false} onPay={() => {}} />,
  )
  const label = screen.getByText('Fast discount, 5%')
  expect(label.nextElementSibling?.textContent).toMatch(/^−.*19\.50/)
  for (const cell of [label, label.nextElementSibling]) {
    expect(cell?.classList.contains('text-ok')).toBe(true)
    expect(cell?.className).not.toMatch(/accent|danger/)
  }
})

test('offers the payment methods of the event’s album for the order’s sum', async () => {
  const requestedUrls: URL[] = []
  const card = { paymentTypeId: 'card', kind: 'BankCard', title: 'Card', discountPercent: 0 }
  await renderOrderHeading(
    () => respondWithJson(buildOrder('AwaitingPayment')),
    [],
    undefined,
    (address) => {
      if (!address.includes('/paymentTypes')) return undefined
      requestedUrls.push(new URL(address, 'http://shop'))
      return respondWithJson({ items: [{ ...card, amountToPay: money }], count: 1, total: 1 })
    },
  )
  expect((await screen.findByRole('radio')).textContent).toContain('Card')
  // as at the checkout: who sells, by which terms
  expect(screen.getByRole('link', { name: 'Terms of sale' }).getAttribute('href')).toBe('/offer.pdf')
  expect(Object.fromEntries(requestedUrls[0]?.searchParams ?? [])).toEqual({
    ...{ amount: '39000', currencyId: '643', albumId: 'a' },
  })
})

test('a declined payment can be retried, and support contacted', async () => {
  await renderOrderHeading(() => respondWithJson(buildOrder('AwaitingPayment')), [buildPayment('Declined')])
  expect(screen.getAllByRole('button', { name: /^Pay/ }).length).toBeGreaterThan(0)
  expect(screen.getByRole('link', { name: 'Write to support' }).getAttribute('href')).toMatch(
    /^mailto:a@b\.example/,
  )
})

test('payment methods that did not load can be loaded again', async () => {
  const card = { paymentTypeId: 'card', kind: 'BankCard', title: 'Card', discountPercent: 0 }
  let isDown = true
  await renderOrderHeading(
    () => respondWithJson(buildOrder('AwaitingPayment')),
    [],
    undefined,
    (address) => {
      if (!address.includes('/paymentTypes')) return undefined
      if (isDown) return buildRefusal('Unexpected', 500)
      return respondWithJson({ items: [{ ...card, amountToPay: money }], count: 1, total: 1 })
    },
  )
  const note = await screen.findByRole('alert')
  expect(note.textContent).toContain('The ways to pay did not load.')
  expect(screen.queryByText('Looking up ways to pay')).toBeNull()
  isDown = false
  fireEvent.click(within(note).getByRole('button', { name: 'Try again' }))
  expect((await screen.findByRole('radio')).textContent).toContain('Card')
  expect(screen.queryByRole('alert')).toBeNull()
})

const card = {
  paymentTypeId: 'card',
  kind: 'BankCard',
  title: 'Card',
  discountPercent: 0,
  amountToPay: money,
}
const fast = {
  paymentTypeId: 'fast',
  kind: 'FastPayment',
  title: 'Fast',
  discountPercent: 0,
  amountToPay: money,
}
const payUrl = 'https://bank.example/pay/1'
const findPayButton = () => screen.getAllByRole('button', { name: /^Pay|payment/ })[0] as HTMLElement
const listBankLinks = () => screen.queryAllByRole('link', { name: 'Open the bank’s page' })
/** Stops the loading of a page; the test environment has no such function. */
const stop = vi.fn()
const pass = (inMs: number) => act(async () => void (await vi.advanceTimersByTimeAsync(inMs)))

/**
 * Renders an unpaid order, and pays it by card. The bank's page does not open.
 *
 * @returns the payment types of the payments that were created, and the list of payments that the service answers with
 */
async function payWithoutRedirect(): Promise<{ createdTypes: string[]; payments: unknown[] }> {
  const createdTypes: string[] = []
  const payments: unknown[] = []
  vi.stubGlobal('stop', stop)
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  await renderOrderHeading(
    () => respondWithJson(buildOrder('AwaitingPayment')),
    payments,
    undefined,
    (address) =>
      address.includes('/paymentTypes')
        ? respondWithJson({ items: [card, fast], count: 2, total: 2 })
        : undefined,
  )
  const answerRead = fetch
  vi.stubGlobal('fetch', async (address: string, init: RequestInit & { body: string }) => {
    if (init.method !== 'POST' || !address.endsWith('/payments')) return answerRead(address, init)
    createdTypes.push((JSON.parse(init.body) as { paymentTypeId: string }).paymentTypeId)
    return new Response(JSON.stringify({ paymentId: 'p', payUrl, state: 'Created' }), {
      status: 201,
      headers: { 'content-type': 'application/json', ...tenantHeaders },
    })
  })
  await vi.waitFor(() => expect(findPayButton().getAttribute('aria-disabled')).toBeNull())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  fireEvent.click(findPayButton())
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(payUrl))
  return { createdTypes, payments }
}

test('the page of an order links to the bank’s page when that has not opened', async () => {
  const { createdTypes } = await payWithoutRedirect()
  await pass(15_000)
  expect([listBankLinks()[0]?.getAttribute('href'), createdTypes]).toEqual([payUrl, ['card']])
})

test('another payment type ends the link to the bank’s page, and can be paid', async () => {
  const { createdTypes } = await payWithoutRedirect()
  await pass(15_000)
  stop.mockClear()
  fireEvent.click(screen.getByRole('radio', { name: /Fast/ }))
  // otherwise the page of the former payment could open over the new one
  expect(stop).toHaveBeenCalledOnce()
  expect([listBankLinks(), findPayButton().getAttribute('aria-disabled')]).toEqual([[], null])
  fireEvent.click(findPayButton())
  await pass(1_000)
  // the second redirect gets its time too, although its address is the same
  expect([createdTypes, listBankLinks()]).toEqual([['card', 'fast'], []])
})

test('a payment that the bank declines has no link to its page', async () => {
  const { payments } = await payWithoutRedirect()
  await pass(13_000)
  expect(listBankLinks()).not.toEqual([])
  payments.push(buildPayment('Declined'))
  // starts a poll
  window.dispatchEvent(new Event('online'))
  await pass(2_000)
  expect(screen.getByRole('alert').textContent).toContain('support')
  expect([listBankLinks(), findPayButton().getAttribute('aria-disabled')]).toEqual([[], null])
})

test('the link to the bank’s page is disabled offline', async () => {
  await payWithoutRedirect()
  await pass(15_000)
  await act(async () => void window.dispatchEvent(new Event('offline')))
  const [link] = listBankLinks()
  expect([link?.getAttribute('href'), link?.getAttribute('aria-disabled')]).toEqual([null, 'true'])
  const reasonId = link?.getAttribute('aria-describedby') ?? ''
  expect(document.getElementById(reasonId)?.textContent).toBe(
    'A payment needs a network. The order is saved.',
  )
  await act(async () => void window.dispatchEvent(new Event('online')))
  expect(listBankLinks()[0]?.getAttribute('href')).toBe(payUrl)
})

test('the address preselects another payment type than that of the latest payment', async () => {
  vi.stubGlobal('fetch', async () => respondWithJson({ items: [card, fast], count: 2, total: 2 }))
  await renderPart(
    <UnpaidOrder
      order={buildOrder('AwaitingPayment')}
      payments={[{ ...buildPayment('Created'), type: 'Payment' }]}
      isDeclined={false}
      isRefreshing={false}
    />,
    { path: '/order/o1?pay=other&paymentTypeId=fast', settings: { supportEmail: 'a@b.example' } },
  )
  const radio = await screen.findByRole('radio', { name: /Fast/ })
  expect(radio.getAttribute('aria-checked')).toBe('true')
})
