// @vitest-environment happy-dom
import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test } from 'vitest'
import type { Settings } from '../../../contract/settings.ts'
import { settingsAtom } from '../theme/index.ts'
import type * as Counter from './counter.ts'
import { countPage, expectPurchase, type Line, pushAdded, pushRemoved, reportPurchase } from './index.ts'

const setAnalytics = (dataLayer: boolean, counterId?: string) =>
  getDefaultStore().set(settingsAtom, {
    analytics: { dataLayer, ...(counterId && { counterId }) },
  } as Settings)

const photo: Line = { id: 'p1', name: 'Фото', category: 'photo', price: { amount: 39050, currencyId: 643 } }
const order = {
  id: 'o1',
  number: '48213',
  revenue: { amount: 37050, currencyId: 643 } as const,
  lines: [photo],
}

const listScripts = () => [...document.querySelectorAll('script')]
const getReportedData = () => JSON.stringify([window.ym?.a, window.dataLayer])

beforeEach(() => {
  // happy-dom loads no third-party scripts and must not report that as an error
  const { happyDOM } = window as unknown as { happyDOM: { settings: object } }
  Object.assign(happyDOM.settings, { handleDisabledFileLoadingAsSuccess: true })
  localStorage.clear()
  delete window.dataLayer
  delete window.ym
  for (const script of listScripts()) script.remove()
  history.replaceState(null, '', '/')
  setAnalytics(true)
})

test('pushes added and removed items with their price in roubles', () => {
  pushAdded([photo])
  pushRemoved([{ ...photo, price: undefined }])
  const product = { id: 'p1', name: 'Фото', category: 'photo', quantity: 1 }
  expect(window.dataLayer).toEqual([
    { ecommerce: { currencyCode: 'RUB', add: { products: [{ ...product, price: 390.5 }] } } },
    { ecommerce: { remove: { products: [product] } } },
  ])
})

test('pushes a purchase once, from the first page that sees it', () => {
  expectPurchase('o1')
  expectPurchase('o1')
  reportPurchase(order)
  reportPurchase(order)
  expect(window.dataLayer).toEqual([
    {
      ecommerce: {
        currencyCode: 'RUB',
        purchase: {
          actionField: { id: '48213', revenue: 370.5 },
          products: [{ id: 'p1', name: 'Фото', category: 'photo', price: 390.5, quantity: 1 }],
        },
      },
    },
  ])
})

test('does not push an order that was placed elsewhere', () => {
  reportPurchase(order)
  expect(window.dataLayer).toBeUndefined()
})

test('creates no data layer for a tenant without one, and stores nothing for it', () => {
  setAnalytics(false)
  pushAdded([photo])
  expectPurchase('o1')
  reportPurchase(order)
  expect(window.dataLayer).toBeUndefined()
  expect(localStorage.getItem('purchasesUntold')).toBeNull()
})

test('loads nothing for a tenant without a counter or with an invalid one', () => {
  countPage('/')
  setAnalytics(true, "1);alert('x'")
  countPage('/cart')
  expect(listScripts()).toEqual([])
  expect(window.ym).toBeUndefined()
})

test('loads the counter’s script once, and counts each page once', async () => {
  // imports a second instance of the module, which has not counted any page
  const freshModulePath = './counter.ts?fresh'
  const { countPage } = (await import(/* @vite-ignore */ freshModulePath)) as typeof Counter
  setAnalytics(true, '4242')
  countPage('/')
  countPage('/event/e1')
  countPage('/event/e1')
  countPage('/')
  expect(listScripts().map(({ src }) => src)).toEqual(['https://mc.yandex.ru/metrika/tag.js'])
  const [init, ...hits] = window.ym?.a ?? []
  expect(init).toMatchObject([4242, 'init', { defer: true, trackLinks: false, ecommerce: 'dataLayer' }])
  expect(hits).toEqual([
    [4242, 'hit', `${location.origin}/`, { title: '/', referer: '' }],
    [4242, 'hit', `${location.origin}/event/e1`, { title: '/event/e1', referer: `${location.origin}/` }],
    [4242, 'hit', `${location.origin}/`, { title: '/', referer: `${location.origin}/event/e1` }],
  ])
})

test.each([
  '/order',
  '/order/:id',
  '/preorder/:id',
  '/order-complete',
  '/order-failed',
  '/my-account/orders',
])('loads nothing of a third party at %s', (path) => {
  setAnalytics(true, '4242')
  countPage(path)
  expect(listScripts()).toEqual([])
})

test('pushes a purchase seen on a page without the counter on the next page, without the order’s id', () => {
  setAnalytics(true, '4242')
  history.replaceState(null, '', '/order/o1-secret')
  expectPurchase('o1-secret')
  reportPurchase({ ...order, id: 'o1-secret' })
  expect(window.dataLayer).toBeUndefined()
  countPage('/contacts')
  expect(window.dataLayer).toMatchObject([{ ecommerce: { purchase: { actionField: { id: '48213' } } } }])
  expect(getReportedData()).not.toContain('secret')
  delete window.dataLayer
  delete window.ym
  countPage('/')
  expect(window.dataLayer).toBeUndefined()
})
