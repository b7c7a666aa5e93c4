// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { tenantHeader } from '../../../contract/call.ts'
import type { PromoRefusal } from '../../../contract/cart.ts'
import type { Language } from '../../../contract/common.ts'
import { errorStatus } from '../../../contract/errors.ts'
import { renderPart } from '../../../tests/support/browser/render-part.tsx'
import {
  buildCartItem,
  type CartService,
  createMoney,
  respondWithError,
  stubCartService,
} from '../../../tests/support/data/cart-service.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { device } from '../../platform/storage/index.ts'
import { forgetCart, refreshCart } from '../cart/index.ts'
import { CheckoutPage } from './CheckoutPage.tsx'
import { draft } from './draft.ts'

const cartId = '0b9c1c6e-7a54-4d0a-9a5e-3f1d2c4b5a69'
const validCode = { codeId: 'c1', code: 'AUTUMN20', discount: createMoney(7_800) }
const buildEndedCode = (reason: PromoRefusal) => ({ ...validCode, discount: createMoney(0), refusal: reason })

let service: CartService

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  history.replaceState(null, '', '/order')
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  device.cartId.write(cartId)
  draft.write({ email: 'anna@mail.example', isAgreed: true, paymentTypeId: 'card' })
  service = stubCartService()
  service.cartItems = [buildCartItem('p1')]
  // the page requests the payment types each time the total changes
  for (let time = 0; time < 5; time++)
    service.queuedResponses.push({ pattern: /paymentTypes/, respond: answerPaymentTypes })
})

afterEach(async () => {
  for (const { id } of await outbox.entries()) await outbox.drop(id)
  cleanup()
  forgetCart(cartId)
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function answerPaymentTypes(): Response {
  const card = { paymentTypeId: 'card', kind: 'BankCard', title: 'Card', discountPercent: 0 }
  const items = [{ ...card, amountToPay: createMoney(39_000) }]
  const headers = { 'content-type': 'application/json', [tenantHeader]: 'photofinish' }
  return new Response(JSON.stringify({ items, count: 1, total: 1 }), { headers })
}

async function renderCheckout(language: Language = 'en'): Promise<void> {
  await act(() => refreshCart())
  await renderPart(<CheckoutPage />, { language, settings: { refundDays: 14 } })
}

const findPayButton = () => screen.getAllByRole('button', { name: /Pay/ })[0] as HTMLElement

test.each<[PromoRefusal, RegExp]>([
  ['PromoExpired', /Promo code AUTUMN20 has expired/],
  ['PromoInactive', /Promo code AUTUMN20 has been switched off/],
  ['PromoExhausted', /Promo code AUTUMN20 has been used up/],
])(
  'an order refused with %s names the code, removes it here, and continues',
  async (reason, expectedText) => {
    service.cartOverrides = { promotionalCodes: [validCode], totalAmount: createMoney(31_200) }
    await renderCheckout()
    await vi.waitFor(() => expect(findPayButton().getAttribute('aria-disabled')).toBeNull())
    service.queuedResponses.push({
      pattern: /^POST .*\/shoppingCarts\/[^/]+$/,
      respond: respondWithError(reason, errorStatus[reason]),
    })
    service.cartOverrides = { promotionalCodes: [buildEndedCode(reason)] }
    fireEvent.click(findPayButton())

    expect(await screen.findByText(expectedText)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'To the cart' })).toBeNull()
    expect(findPayButton().getAttribute('aria-disabled')).toBe('true')
    expect(screen.getAllByText('First remove the promo code that is no longer valid.')[0]).toBeTruthy()

    service.cartOverrides = {}
    fireEvent.click(screen.getByRole('button', { name: 'Remove promo code AUTUMN20' }))
    await vi.waitFor(() => expect(screen.queryByText(expectedText)).toBeNull())
    expect(service.requests).toContainEqual(
      expect.objectContaining({ method: 'DELETE', path: `/shoppingCarts/${cartId}/promotionalCodes/c1` }),
    )
    await vi.waitFor(() => expect(findPayButton().getAttribute('aria-disabled')).toBeNull())
    expect(screen.queryByRole('alert')).toBeNull()
  },
)

test('an item that is no longer sold keeps the order back, with a way to the cart', async () => {
  service.cartItems = [buildCartItem('p1'), { ...buildCartItem('p2'), offSale: true }]
  await renderCheckout()
  const [note] = await screen.findAllByText('First remove what is no longer on sale.')
  expect(note).toBeTruthy()
  expect(screen.getByRole('link', { name: 'To the cart' }).getAttribute('href')).toBe('/cart')
  expect(findPayButton().getAttribute('aria-disabled')).toBe('true')
})

test('links the error to the cart where the service does not name the expired code', async () => {
  service.cartOverrides = { promotionalCodes: [validCode], totalAmount: createMoney(31_200) }
  await renderCheckout()
  await vi.waitFor(() => expect(findPayButton().getAttribute('aria-disabled')).toBeNull())
  service.queuedResponses.push({
    pattern: /^POST .*\/shoppingCarts\/[^/]+$/,
    respond: respondWithError('PromoExpired', 410),
  })
  fireEvent.click(findPayButton())
  expect(await screen.findByText('The promo code has expired.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'To the cart' }).getAttribute('href')).toBe('/cart')
})

test('leads to the orders where something was bought already', async () => {
  await renderCheckout()
  await vi.waitFor(() => expect(findPayButton().getAttribute('aria-disabled')).toBeNull())
  service.queuedResponses.push({
    pattern: /^POST .*\/shoppingCarts\/[^/]+$/,
    respond: respondWithError('AlreadyBought', 409),
  })
  fireEvent.click(findPayButton())
  expect((await screen.findByRole('link', { name: 'To your orders' })).getAttribute('href')).toBe('/orders')
  expect(screen.getByRole('link', { name: 'To the cart' }).getAttribute('href')).toBe('/cart')
})

test('asks before a package is ordered again with the same email, and orders it when confirmed', async () => {
  await renderCheckout()
  await vi.waitFor(() => expect(findPayButton().getAttribute('aria-disabled')).toBeNull())
  service.queuedResponses.push({
    pattern: /^POST .*\/shoppingCarts\/[^/]+$/,
    respond: respondWithError('AlreadyOrdered', 409),
  })
  fireEvent.click(findPayButton())
  expect(await screen.findByText(/already been paid for with the same email/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'To the cart' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Order again' }))
  await vi.waitFor(() => expect(service.findPosts(cartId)).toHaveLength(2))
  const [first, second] = service.findPosts(cartId)
  expect([first?.body, second?.body]).toEqual([
    expect.not.objectContaining({ orderAgain: true }),
    expect.objectContaining({ orderAgain: true }),
  ])
})

test.each([true, false])('sends the message of a gift only with one: %s', async (gift) => {
  service.cartItems = [{ ...buildCartItem('p1'), gift }]
  draft.write({ ...draft.read(), giftMessage: 'Proud of you. Mum' })
  await renderCheckout()
  await vi.waitFor(() => expect(findPayButton().getAttribute('aria-disabled')).toBeNull())
  service.queuedResponses.push({
    pattern: /^POST .*\/shoppingCarts\/[^/]+$/,
    respond: respondWithError('AlreadyBought', 409),
  })
  fireEvent.click(findPayButton())
  await vi.waitFor(() => expect(service.findPosts(cartId)).toHaveLength(1))
  const giftMessage = { giftMessage: 'Proud of you. Mum' }
  expect(service.findPosts(cartId)[0]?.body).toEqual(
    gift ? expect.objectContaining(giftMessage) : expect.not.objectContaining(giftMessage),
  )
})

test.each<[Language, RegExp]>([
  ['ru', /Проверьте e-mail/],
  ['en', /Check the email/],
  ['es', /Revisa el correo/],
])(
  'shows the error for a refused e-mail at its field, and places no order, in %s',
  async (language, expectedText) => {
    await renderCheckout(language)
    const findButton = () => screen.getAllByRole('button', { name: /Pay|Оплатить|Pagar/ })[0] as HTMLElement
    await vi.waitFor(() => expect(findButton().getAttribute('aria-disabled')).toBeNull())
    service.queuedResponses.push({
      pattern: /^PUT .*\/customer$/,
      respond: respondWithError('EmailInvalid', errorStatus.EmailInvalid),
    })
    fireEvent.click(findButton())
    expect(await screen.findByText(expectedText)).toBeTruthy()
    expect(screen.getByRole('textbox').getAttribute('aria-invalid')).toBe('true')
    expect(service.findPosts(cartId)).toEqual([])
  },
)
