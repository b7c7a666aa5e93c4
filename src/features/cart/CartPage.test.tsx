// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Cart, CartItem, PromoRefusal } from '../../../contract/cart.ts'
import type { ProductType } from '../../../contract/catalog.ts'
import type { Language, Money } from '../../../contract/common.ts'
import { renderPart } from '../../../tests/support/browser/render-part.tsx'
import {
  buildCartItem,
  type CartService,
  createMoney,
  stubCartService,
} from '../../../tests/support/data/cart-service.ts'
import { device } from '../../platform/storage/index.ts'
import { CartPage } from './CartPage.tsx'
import { refreshCart } from './refresh-cart.ts'
import { cachedCart, clearCart, haveOnlyPricesChanged } from './state.ts'

const cartId = '0b9c1c6e-7a54-4d0a-9a5e-3f1d2c4b5a69'

let service: CartService

beforeEach(() => {
  clearCart()
  localStorage.clear()
  history.replaceState(null, '', '/cart')
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => {})
  device.cartId.write(cartId)
  service = stubCartService()
  service.cartItems = [buildCartItem('p1')]
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const validCode = { codeId: 'c1', code: 'AUTUMN20', discount: createMoney(7_800) }
const buildEndedCode = (refusal: PromoRefusal) => ({ ...validCode, discount: createMoney(0), refusal })

async function renderCart(language: Language = 'en'): Promise<void> {
  await act(() => refreshCart())
  await renderPart(<CartPage />, { language })
}

const listRowTexts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

const buildItem = (productType: ProductType, title: string, price: Money, more: Partial<CartItem> = {}) => ({
  ...{ shoppingCartItemId: productType, product: { productId: productType, title, productType } },
  ...{ price, originalPrice: price, catalog: { catalogId: 'c', title: 'Race' }, eventId: 'e' },
  ...more,
})

test('the cart lists products of every type by their event, with what each is and costs', async () => {
  service.cartItems = [
    buildItem('photo', 'One photo', createMoney(33_100), { photoId: 'p1' }),
    buildItem('photos_with_me', 'All photos with me', createMoney(149_000), {
      ...{ photosCount: 8, subject: '128', originalPrice: createMoney(199_000) },
    }),
    buildItem('frame', 'A framed photo', createMoney(49_000), { photoId: 'p2', frameId: 'f1' }),
    buildItem('photosWithFrame', 'All in a frame', createMoney(249_000), { photosCount: 8, frameId: 'f1' }),
    buildItem('video', 'Your video', createMoney(59_000), { videoId: 'v1' }),
    buildItem('promocode', 'A promo code to give', createMoney(199_000)),
  ]
  await renderCart()
  const event = within(await screen.findByRole('region', { name: 'Race' }))
  expect(event.getByRole('heading', { level: 2 }).textContent).toBe('Race')
  expect(listRowTexts()).toEqual([
    expect.stringMatching(/^One photoThe original without a watermark331\s₽$/),
    expect.stringMatching(/^All photos with me8 photos without watermarks · No. 1281,490\s₽1,990\s₽ later$/),
    expect.stringMatching(/^A framed photoThe original in the event’s frame490\s₽/),
    expect.stringMatching(/^All in a frame8 photos in the event’s frame2,490\s₽/),
    expect.stringMatching(/^Your videoReady within 24 hours after the event590\s₽/),
    expect.stringMatching(/^A promo code to giveA single-use code.*1,990\s₽/),
  ])
})

const dollars = (amount: number): Money => ({ amount, currencyId: 840 })

test.each<[string, (amount: number) => Money, string[], string]>([
  ['roubles', createMoney, ['1 item1,990 ₽', 'AUTUMN20−199 ₽', 'Total1,791 ₽'], '170 ₽ less than one by one'],
  ['dollars', dollars, ['1 item$1,990', 'AUTUMN20−$199', 'Total$1,791'], '$170 less than one by one'],
])(
  'the sum goes from the amount by the discount of a code to the total, and says what the package saves, in %s',
  async (_which, toMoney, lines, saved) => {
    service.cartItems = [
      buildItem('photos_with_me', 'All photos with me', toMoney(199_000), { photosCount: 8 }),
    ]
    service.cartOverrides = {
      currencyId: toMoney(0).currencyId,
      ...{ amount: toMoney(199_000), totalAmount: toMoney(179_100), savedByPackages: toMoney(17_000) },
      promotionalCodes: [{ ...validCode, discount: toMoney(19_900) }],
    }
    await renderCart()
    const [total] = await screen.findAllByText('Total')
    const expectedText = total?.closest('dl')?.textContent?.replace(/\s/g, ' ')
    for (const line of lines) expect(expectedText).toContain(line)
    expect(total?.closest('dl')?.nextSibling?.textContent?.replace(/\s/g, ' ')).toBe(saved)
    // no price is shown that the shop would not charge
    expect(document.querySelector('s, del')).toBeNull()
  },
)

test('a code that counts has its own line in the sum', async () => {
  service.cartOverrides = { promotionalCodes: [validCode], totalAmount: createMoney(31_200) }
  await renderCart()
  expect((await screen.findByText('Promo code AUTUMN20')).nextSibling?.textContent).toMatch(/^−78\s₽$/)
})

test('a discount has the color of the applied code, not of an error or of the next step', async () => {
  service.cartOverrides = { promotionalCodes: [validCode], totalAmount: createMoney(31_200) }
  await renderCart()
  const label = await screen.findByText('Promo code AUTUMN20')
  const applied = within(screen.getByRole('list', { name: 'Applied promo codes' })).getByRole('listitem')
  for (const element of [label, label.nextElementSibling, applied]) {
    expect(element?.classList.contains('text-ok')).toBe(true)
    expect(element?.className).not.toMatch(/accent|danger/)
  }
})

test('a cart that comes as a deleted one says that it did not open, and nothing of it is shown', async () => {
  service.cartOverrides = { state: 'Deleted' }
  await renderCart()
  expect(await screen.findByRole('heading', { name: 'The cart did not open' })).toBeTruthy()
  expect(screen.queryAllByRole('listitem')).toEqual([])
  expect(device.cartId.read()).toBeNull()
})

test('a cart that has become an order is empty for what comes next', async () => {
  service.cartOverrides = { state: 'Processed', orderId: 'o1' }
  await renderCart()
  expect(await screen.findByRole('heading', { name: 'The cart is empty' })).toBeTruthy()
})

test.each<[Language, string, string]>([
  ['ru', 'Этого больше нет в продаже.', 'Сначала уберите из корзины то, чего больше нет в продаже.'],
  ['en', 'This is no longer on sale.', 'First remove what is no longer on sale.'],
  ['es', 'Esto ya no está a la venta.', 'Primero quita lo que ya no está a la venta.'],
])(
  'an item of an event that was hidden says so, and no order is begun until it is removed, in %s',
  async (language, itemText, reason) => {
    service.cartItems = [buildCartItem('p1'), { ...buildCartItem('p2'), offSale: true }]
    await renderCart(language)
    const rows = await screen.findAllByRole('listitem')
    expect(rows.map((row) => within(row).queryByText(itemText) !== null)).toEqual([false, true])
    expect(screen.getAllByText(reason)[0]).toBeTruthy()
    service.cartItems = [buildCartItem('p1')]
    await act(() => refreshCart())
    expect(screen.queryByText(reason)).toBeNull()
  },
)

test.each<[PromoRefusal, Language, string]>([
  ['PromoExpired', 'en', 'Promo code AUTUMN20 has expired. The sum does not include it.'],
  ['PromoInactive', 'en', 'Promo code AUTUMN20 has been switched off. The sum does not include it.'],
  ['PromoExhausted', 'en', 'Promo code AUTUMN20 has been used up. The sum does not include it.'],
  ['PromoExpired', 'ru', 'Срок промокода AUTUMN20 истёк. В сумме его нет.'],
  ['PromoInactive', 'ru', 'Промокод AUTUMN20 отключён. В сумме его нет.'],
  ['PromoExhausted', 'ru', 'Промокод AUTUMN20 уже использован полностью. В сумме его нет.'],
  ['PromoExpired', 'es', 'El código AUTUMN20 ha caducado. La suma no lo incluye.'],
  ['PromoInactive', 'es', 'El código AUTUMN20 está desactivado. La suma no lo incluye.'],
  ['PromoExhausted', 'es', 'El código AUTUMN20 ya se ha agotado. La suma no lo incluye.'],
])(
  'the cart says why a code in it takes nothing off any more: %s, %s',
  async (refusal, language, expectedText) => {
    service.cartOverrides = { promotionalCodes: [buildEndedCode(refusal)] }
    await renderCart(language)
    expect((await screen.findByRole('alert')).textContent).toContain(expectedText)
  },
)

test('a code that ended is not among the applied ones, and no order is begun until it is removed', async () => {
  service.cartOverrides = { promotionalCodes: [buildEndedCode('PromoExpired')] }
  await renderCart()
  expect(await screen.findByRole('alert')).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Applied promo codes' })).toBeNull()
  const [orderLinkBefore] = screen.getAllByRole('link', { name: /Go to checkout|Check out/ })
  expect(orderLinkBefore?.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getAllByText('First remove the promo code that is no longer valid.')[0]).toBeTruthy()

  service.cartOverrides = {}
  fireEvent.click(screen.getByRole('button', { name: 'Remove promo code AUTUMN20' }))
  await vi.waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(service.requests).toContainEqual(
    expect.objectContaining({ method: 'DELETE', path: `/shoppingCarts/${cartId}/promotionalCodes/c1` }),
  )
  const [orderLink] = screen.getAllByRole('link', { name: /Go to checkout|Check out/ })
  expect(orderLink?.getAttribute('aria-disabled')).toBeNull()
})

test('a code that counts is shown as applied, without a warning', async () => {
  service.cartOverrides = { promotionalCodes: [validCode], totalAmount: createMoney(31_200) }
  await renderCart()
  expect(await screen.findByRole('list', { name: 'Applied promo codes' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a sum that is another one because a code ended is no change of prices', async () => {
  service.cartOverrides = { promotionalCodes: [validCode], totalAmount: createMoney(31_200) }
  await act(() => refreshCart())
  const before = cachedCart.read() as Cart
  const after = {
    ...before,
    promotionalCodes: [buildEndedCode('PromoExpired')],
    totalAmount: createMoney(39_000),
  }
  expect(haveOnlyPricesChanged(before, after)).toBe(false)
  expect(haveOnlyPricesChanged(before, { ...before, totalAmount: createMoney(30_000) })).toBe(true)
})
