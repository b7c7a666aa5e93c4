// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { PromoRefusal } from '../../../contract/cart.ts'
import type { Language } from '../../../contract/common.ts'
import { errorStatus } from '../../../contract/errors.ts'
import {
  buildCartItem,
  type CartService,
  money,
  openCartService,
  refusal,
} from '../../../tests/support/data/cart-service.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { showPart } from '../../platform/language/show-part.tsx'
import { device } from '../../platform/storage/index.ts'
import { forgetCart, refreshCart } from '../cart/index.ts'
import { CheckoutPage } from './CheckoutPage.tsx'
import { draft } from './draft.ts'

const cartId = '0b9c1c6e-7a54-4d0a-9a5e-3f1d2c4b5a69'
const valid = { codeId: 'c1', code: 'AUTUMN20', discount: money(7_800) }
const ended = (why: PromoRefusal) => ({ ...valid, discount: money(0), refusal: why })

let service: CartService

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/order')
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  device.cartId.write(cartId)
  draft.write({ email: 'anna@mail.example', isAgreed: true, paymentTypeId: 'card' })
  service = openCartService()
  service.inCart = [buildCartItem('p1')]
  // the page requests the payment types each time the total changes
  for (let time = 0; time < 5; time++) service.upsets.push({ to: /paymentTypes/, give: waysToPay })
})

afterEach(async () => {
  for (const { id } of await outbox.entries()) await outbox.drop(id)
  cleanup()
  forgetCart(cartId)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function waysToPay(): Response {
  const card = { paymentTypeId: 'card', kind: 'BankCard', title: 'Card', discountPercent: 0 }
  const items = [{ ...card, amountToPay: money(39_000) }]
  const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
  return new Response(JSON.stringify({ items, count: 1, total: 1 }), { headers })
}

async function show(language: Language = 'en'): Promise<void> {
  await act(() => refreshCart())
  await showPart(<CheckoutPage />, { language, settings: { refundDays: 14 } })
}

const payButton = () => screen.getAllByRole('button', { name: /Pay/ })[0] as HTMLElement

test.each<[PromoRefusal, RegExp]>([
  ['PromoExpired', /Promo code AUTUMN20 has expired/],
  ['PromoInactive', /Promo code AUTUMN20 has been switched off/],
  ['PromoExhausted', /Promo code AUTUMN20 has been used up/],
])('an order refused with %s names the code, removes it here, and continues', async (why, words) => {
  service.stateOfCart = { promotionalCodes: [valid], totalAmount: money(31_200) }
  await show()
  await vi.waitFor(() => expect(payButton().getAttribute('aria-disabled')).toBeNull())
  service.upsets.push({ to: /^POST .*\/shoppingCarts\/[^/]+$/, give: refusal(why, errorStatus[why]) })
  service.stateOfCart = { promotionalCodes: [ended(why)] }
  fireEvent.click(payButton())

  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'To the cart' })).toBeNull()
  expect(payButton().getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText('First remove the promo code that is no longer valid.')[0]).toBeTruthy()

  service.stateOfCart = {}
  fireEvent.click(screen.getByRole('button', { name: 'Remove promo code AUTUMN20' }))
  await vi.waitFor(() => expect(screen.queryByText(words)).toBeNull())
  expect(service.sent).toContainEqual(
    expect.objectContaining({ method: 'DELETE', path: `/shoppingCarts/${cartId}/promotionalCodes/c1` }),
  )
  await vi.waitFor(() => expect(payButton().getAttribute('aria-disabled')).toBeNull())
  expect(screen.queryByRole('alert')).toBeNull()
})

test('links the error to the cart where the service does not name the expired code', async () => {
  service.stateOfCart = { promotionalCodes: [valid], totalAmount: money(31_200) }
  await show()
  await vi.waitFor(() => expect(payButton().getAttribute('aria-disabled')).toBeNull())
  service.upsets.push({ to: /^POST .*\/shoppingCarts\/[^/]+$/, give: refusal('PromoExpired', 410) })
  fireEvent.click(payButton())
  expect(await screen.findByText('The promo code has expired.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'To the cart' }).getAttribute('href')).toBe('/cart')
})

test('leads to the orders where something was bought already', async () => {
  await show()
  await vi.waitFor(() => expect(payButton().getAttribute('aria-disabled')).toBeNull())
  service.upsets.push({ to: /^POST .*\/shoppingCarts\/[^/]+$/, give: refusal('AlreadyBought', 409) })
  fireEvent.click(payButton())
  expect((await screen.findByRole('link', { name: 'To your orders' })).getAttribute('href')).toBe('/orders')
  expect(screen.getByRole('link', { name: 'To the cart' }).getAttribute('href')).toBe('/cart')
})

test('asks before a package is ordered again with the same email, and orders it when confirmed', async () => {
  await show()
  await vi.waitFor(() => expect(payButton().getAttribute('aria-disabled')).toBeNull())
  service.upsets.push({ to: /^POST .*\/shoppingCarts\/[^/]+$/, give: refusal('AlreadyOrdered', 409) })
  fireEvent.click(payButton())
  expect(await screen.findByText(/already been paid for with the same email/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'To the cart' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Order again' }))
  await vi.waitFor(() => expect(service.posts(cartId)).toHaveLength(2))
  const [first, second] = service.posts(cartId)
  expect([first?.body, second?.body]).toEqual([
    expect.not.objectContaining({ orderAgain: true }),
    expect.objectContaining({ orderAgain: true }),
  ])
})

test.each<[Language, RegExp]>([
  ['ru', /Проверьте e-mail/],
  ['en', /Check the email/],
  ['es', /Revisa el correo/],
])(
  'shows the error for a refused e-mail at its field, and places no order, in %s',
  async (language, words) => {
    await show(language)
    const button = () => screen.getAllByRole('button', { name: /Pay|Оплатить|Pagar/ })[0] as HTMLElement
    await vi.waitFor(() => expect(button().getAttribute('aria-disabled')).toBeNull())
    service.upsets.push({ to: /^PUT .*\/customer$/, give: refusal('EmailInvalid', errorStatus.EmailInvalid) })
    fireEvent.click(button())
    expect(await screen.findByText(words)).toBeTruthy()
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
    expect(service.posts(cartId)).toEqual([])
  },
)
