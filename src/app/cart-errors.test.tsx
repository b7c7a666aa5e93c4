// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { getDefaultStore } from 'jotai'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Language } from '../../contract/common.ts'
import {
  buildCartItem,
  type CartService,
  money,
  openCartService,
  refusal,
} from '../../tests/support/data/cart-service.ts'
import { addItems } from '../features/cart/add.ts'
import { refreshCart } from '../features/cart/open-cart.ts'
import { dropCart } from '../features/cart/state.ts'
import { outbox } from '../lib/outbox/index.ts'
import { errorsAtom } from '../platform/errors/index.ts'
import { LanguageProvider, loadCatalogue } from '../platform/language/index.ts'
import { eventSearch } from '../platform/storage/index.ts'
import { makeWindow } from './in-shell.tsx'
import { Messages } from './Messages.tsx'

let service: CartService

beforeEach(() => {
  makeWindow(1440)
  dropCart()
  localStorage.clear()
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  const token = { expiresOn: '2030-01-01T00:00:00.000Z', total: 3 }
  eventSearch('e').eventToken.write({ ...token, token: 't', subject: { kind: 'event', label: '' } })
  service = openCartService()
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

async function show(language: Language): Promise<void> {
  const catalogue = await loadCatalogue(language)
  render(
    <LanguageProvider start={{ language, catalogue }} languages={['ru', 'en', 'es']}>
      <Messages />
    </LanguageProvider>,
  )
}

const add = (photoId: string) =>
  act(() =>
    addItems({
      eventId: 'e',
      event: { title: 'Race', catalogId: 'c' },
      additions: [
        {
          item: { productId: 'single', photoId },
          drawn: { title: 'Photo', productType: 'photo', price: money(39_000) },
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
  async (code, status, language, words) => {
    await show(language)
    service.upsets.push({ to: /^POST .*\/items$/, give: refusal(code, status) })
    await add('p1')
    expect(await screen.findByText(words)).toBeTruthy()
  },
)

test('what was bought already is refused with a way to the orders', async () => {
  await show('en')
  service.upsets.push({ to: /^POST .*\/items$/, give: refusal('AlreadyBought', 409) })
  await add('p1')
  expect(await screen.findByText(/^You have bought this already/)).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Your orders' }))
  expect(location.pathname).toBe('/orders')
  expect(screen.queryByText(/^You have bought this already/)).toBeNull()
})

test.each<[Language, string]>([
  ['ru', 'Этот товар уже добавлен в корзину'],
  ['en', 'This product is already added to the cart'],
])('the snackbar says that a product is already in the cart, without a call, %s', async (language, words) => {
  await show(language)
  service.inCart = [buildCartItem('p1')]
  await add('p1')
  service.sent = []
  await add('p1')
  expect(await screen.findByText(words)).toBeTruthy()
  expect(service.posts('/items')).toEqual([])
})

test.each<[Language, RegExp]>([
  ['ru', /^Ошибка добавления товара в корзину: .+/],
  ['en', /^Error adding a product to the cart: .+/],
  ['es', /^Error al añadir un producto al carrito: .+/],
])('the snackbar names the reason of any other error of adding, %s', async (language, words) => {
  await show(language)
  service.upsets.push({ to: /^POST .*\/items$/, give: refusal('ProductNotFound', 404) })
  await add('p1')
  expect(await screen.findByText(words)).toBeTruthy()
})
