// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../contract/call.ts'
import type { Language } from '../../contract/common.ts'
import { setWindowWidth } from '../../tests/support/browser/render-in-shell.tsx'
import { renderPart } from '../../tests/support/browser/render-part.tsx'
import { Order } from '../features/orders/Order.tsx'
import { errorsAtom } from '../platform/errors/index.ts'
import { Messages } from './Messages.tsx'

const money = { amount: 39_000, currencyId: 643 } as const
const order = {
  ...{ orderId: 'o1', number: '48213', state: 'AwaitingPayment', currencyId: 643, invoiceId: 'i1' },
  ...{ catalogId: 'c', eventId: 'e', albumId: 'a', customer: { email: 'anna@mail.example' } },
  ...{ totalAmount: money, createdOn: '2026-11-20T10:00:00.000Z', preorder: false },
}
const card = { paymentTypeId: 'card', kind: 'BankCard', title: 'Card', discountPercent: 0 }
const respond = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: {
      'content-type': status < 400 ? 'application/json' : 'application/problem+json',
      [tenantHeader]: 'photofinish',
    },
  })
const respondWithList = (...items: unknown[]) => respond({ items, count: items.length, total: items.length })
const refusedProblem = { type: 'about:blank', title: 'Refused', status: 422, code: 'PaymentRefused' }

/** Idempotency keys of the payments that the page has started. */
let idempotencyKeys: (string | null)[] = []

beforeEach(() => {
  setWindowWidth(1440)
  localStorage.clear()
  idempotencyKeys = []
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('fetch', async (address: string, init?: { method?: string; headers: Headers }) => {
    const { pathname } = new URL(address, 'http://one.test')
    if (pathname.endsWith('/orders/o1')) return respond(order)
    if (pathname.endsWith('/paymentTypes')) return respondWithList({ ...card, amountToPay: money })
    if (!pathname.endsWith('/payments')) throw new TypeError(`nothing at ${pathname}`)
    if (init?.method !== 'POST') return respondWithList()
    idempotencyKeys.push(init.headers.get('idempotency-key'))
    return respond(refusedProblem, 422)
  })
})

afterEach(async () => {
  await vi.dynamicImportSettled()
  act(() => getDefaultStore().set(errorsAtom, []))
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each<[Language, RegExp]>([
  ['ru', /^Банк не принимает этот платёж\. Повтор не поможет/],
  ['en', /^The bank does not accept this payment\. Trying again will not help/],
  ['es', /^El banco no acepta este pago\. Repetirlo no servirá/],
])('a refused payment says so, and the next attempt has a new key, in %s', async (language, expectedText) => {
  const parts = (
    <>
      <Order orderId="o1" hasJustReturned={false} />
      <Messages />
    </>
  )
  await renderPart(parts, { language, path: '/order/o1', settings: { supportEmail: 'a@b.example' } })
  const clickPay = async () => {
    const button = await vi.waitFor(() => {
      const [first] = screen.getAllByRole('button', { name: /^(Оплатить|Pay|Pagar)/ })
      expect(first?.getAttribute('aria-disabled')).toBeNull()
      return first as HTMLElement
    })
    fireEvent.click(button)
  }
  await clickPay()
  expect(await screen.findByText(expectedText)).toBeTruthy()
  await clickPay()
  await vi.waitFor(() => expect(idempotencyKeys).toHaveLength(2))
  expect(idempotencyKeys[0]).toBeTruthy()
  expect(idempotencyKeys[1]).not.toBe(idempotencyKeys[0])
})
