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

beforeEach(() => localStorage.clear())
afterEach(async () => {
  await vi.dynamicImportSettled()
  cleanup()
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

test('the page of an order links to the bank’s page when that has not opened', async () => {
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const card = { paymentTypeId: 'card', kind: 'BankCard', title: 'Card', discountPercent: 0 }
  const payUrl = 'https://bank.example/pay/1'
  let paymentCount = 0
  try {
    await renderOrderHeading(
      () => respondWithJson(buildOrder('AwaitingPayment')),
      [],
      undefined,
      (address) => {
        if (address.includes('/paymentTypes'))
          return respondWithJson({ items: [{ ...card, amountToPay: money }], count: 1, total: 1 })
        if (!address.endsWith('/payments')) return undefined
        paymentCount += 1
        const headers = { 'content-type': 'application/json', ...tenantHeaders }
        const payment = { paymentId: 'p', payUrl, state: 'Created' }
        return new Response(JSON.stringify(payment), { status: 201, headers })
      },
    )
    const findPayButton = () => screen.getAllByRole('button', { name: /^Pay/ })[0] as HTMLElement
    await vi.waitFor(() => expect(findPayButton().getAttribute('aria-disabled')).toBeNull())
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    fireEvent.click(findPayButton())
    await vi.waitFor(() => expect(assign).toHaveBeenCalledWith(payUrl))
    await act(async () => void (await vi.advanceTimersByTimeAsync(15_000)))
    const [link] = screen.getAllByRole('link', { name: 'Open the bank’s page' })
    expect([link?.getAttribute('href'), paymentCount]).toEqual([payUrl, 1])
  } finally {
    vi.useRealTimers()
    assign.mockRestore()
  }
})
