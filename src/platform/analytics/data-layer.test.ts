// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import type { Settings } from '../../../contract/settings.ts'
import { settingsAtom } from '../theme/index.ts'
import { expectPurchase, type Line, pushAdded, pushRemoved, tellPurchase } from './index.ts'

const settingsWith = (dataLayer: boolean) =>
  getDefaultStore().set(settingsAtom, { analytics: { dataLayer } } as Settings)

const photo: Line = { id: 'p1', name: 'Фото', category: 'photo', price: { amount: 39050, currencyId: 643 } }
const order = { id: 'o1', revenue: { amount: 37050, currencyId: 643 } as const, lines: [photo] }

beforeEach(() => {
  localStorage.clear()
  delete window.dataLayer
  settingsWith(true)
})

test('what is added and removed is told with its price in roubles', () => {
  pushAdded([photo])
  pushRemoved([{ ...photo, price: undefined }])
  const product = { id: 'p1', name: 'Фото', category: 'photo', quantity: 1 }
  expect(window.dataLayer).toEqual([
    { ecommerce: { currencyCode: 'RUB', add: { products: [{ ...product, price: 390.5 }] } } },
    { ecommerce: { remove: { products: [product] } } },
  ])
})

test('a purchase is told once, by whatever page sees it first', () => {
  expectPurchase('o1')
  expectPurchase('o1')
  tellPurchase(order)
  tellPurchase(order)
  expect(window.dataLayer).toEqual([
    {
      ecommerce: {
        currencyCode: 'RUB',
        purchase: {
          actionField: { id: 'o1', revenue: 370.5 },
          products: [{ id: 'p1', name: 'Фото', category: 'photo', price: 390.5, quantity: 1 }],
        },
      },
    },
  ])
})

test('an order that was placed elsewhere is not told', () => {
  tellPurchase(order)
  expect(window.dataLayer).toBeUndefined()
})

test('a tenant without a data layer gets none, and nothing is kept for one', () => {
  settingsWith(false)
  pushAdded([photo])
  expectPurchase('o1')
  tellPurchase(order)
  expect(window.dataLayer).toBeUndefined()
  expect(localStorage.getItem('purchasesUntold')).toBeNull()
})
