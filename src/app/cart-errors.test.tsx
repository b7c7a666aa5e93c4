// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Language } from '../../contract/common.ts'
import { setWindowWidth } from '../../tests/support/browser/render-in-shell.tsx'
import {
  buildCartItem,
  type CartService,
  createMoney,
  respondWithError,
  stubCartService,
} from '../../tests/support/data/cart-service.ts'
import { addItems } from '../features/cart/changes/add.ts'
import { refreshCart } from '../features/cart/refresh-cart.ts'
import { clearCart } from '../features/cart/state.ts'
import { outbox } from '../lib/outbox/index.ts'
import { errorsAtom } from '../platform/errors/index.ts'
import { LanguageProvider, loadCatalogue } from '../platform/language/index.ts'
import { getEventSearch } from '../platform/storage/index.ts'
import { Messages } from './Messages.tsx'

let service: CartService

beforeEach(() => {
  setWindowWidth(1440)
  clearCart()
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const token = { expiresOn: '2030-01-01T00:00:00.000Z', total: 3 }
  getEventSearch('e').eventToken.write({ ...token, token: 't', subject: { kind: 'event', label: '' } })
  service = stubCartService()
})

afterEach(async () => {
  for (const { id } of await outbox.entries()) await outbox.drop(id)
  await act(async () => {
    await refreshCart()
    getDefaultStore().set(errorsAtom, [])
  })
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function renderMessages(language: Language): Promise<void> {
  const catalogue = await loadCatalogue(language)
  render(
    <LanguageProvider start={{ language, catalogue }} languages={['ru', 'en', 'es']}>
      <Messages />
    </LanguageProvider>,
  )
}

const addPhoto = (photoId: string) =>
  act(() =>
    addItems({
      eventId: 'e',
      event: { title: 'Race', catalogId: 'c' },
      additions: [
        {
          item: { productId: 'single', photoId },
          shownItem: { title: 'Photo', productType: 'photo', price: createMoney(39_000) },
        },
      ],
    }),
  )

test.each<[string, number, Language, string]>([
  ['PhotoInsidePackage', 409, 'en', 'This photo is already inside “Photo with me” in the cart.'],
  ['PhotoInsidePackage', 409, 'ru', 'Это фото уже входит в пакет «Фото со мной» в корзине.'],
  [
    'PhotoInsideFramedPackage',
    409,
    'en',
    'This photo is already inside “Photo with me in a frame” in the cart.',
  ],
  ['PhotoInsideFramedPackage', 409, 'ru', 'Это фото уже входит в пакет «Фото со мной в рамке» в корзине.'],
  ['ProductAlreadyInCart', 409, 'es', 'Este producto ya está en el carrito'],
])(
  'the snackbar says in its own words why a photo is not added: %s (%i), %s',
  async (code, status, language, expectedText) => {
    await renderMessages(language)
    service.queuedResponses.push({ pattern: /^POST .*\/items$/, respond: respondWithError(code, status) })
    await addPhoto('p1')
    expect(await screen.findByText(expectedText)).toBeTruthy()
  },
)

test('what was bought already is refused with a way to the orders', async () => {
  await renderMessages('en')
  service.queuedResponses.push({
    pattern: /^POST .*\/items$/,
    respond: respondWithError('AlreadyBought', 409),
  })
  await addPhoto('p1')
  expect(await screen.findByText(/^You have bought this already/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Your orders' }))
  expect(location.pathname).toBe('/orders')
  expect(screen.queryByText(/^You have bought this already/)).toBeNull()
})

test.each<[Language, string]>([
  ['ru', 'Этот товар уже добавлен в корзину'],
  ['en', 'This product is already added to the cart'],
])(
  'the snackbar says that a product is already in the cart, without a call, %s',
  async (language, expectedText) => {
    await renderMessages(language)
    service.cartItems = [buildCartItem('p1')]
    await addPhoto('p1')
    service.requests = []
    await addPhoto('p1')
    expect(await screen.findByText(expectedText)).toBeTruthy()
    expect(service.findPosts('/items')).toEqual([])
  },
)

test.each<[Language, RegExp]>([
  ['ru', /^Ошибка добавления товара в корзину: .+/],
  ['en', /^Error adding a product to the cart: .+/],
  ['es', /^Error al añadir un producto al carrito: .+/],
])('the snackbar names the reason of any other error of adding, %s', async (language, expectedText) => {
  await renderMessages(language)
  service.queuedResponses.push({
    pattern: /^POST .*\/items$/,
    respond: respondWithError('ProductNotFound', 404),
  })
  await addPhoto('p1')
  expect(await screen.findByText(expectedText)).toBeTruthy()
})
