import type { BrowserContext, Page } from '@playwright/test'
import { emptyPagePath, exposeMemory } from './page-modules.ts'
import { addPackageToCart } from './purchase-steps.ts'
import { expect, test, testServer } from './test-server.ts'

const storagePlaces = ['cookie', 'localStorage', 'IndexedDB', 'caches'] as const
type StoragePlace = (typeof storagePlaces)[number]

const subsets = Array.from({ length: 15 }, (_, index) =>
  storagePlaces.filter((_place, bit) => ((index + 1) >> bit) & 1),
)

const storageTypes = {
  cookie: 'cookies',
  localStorage: 'local_storage',
  IndexedDB: 'indexeddb',
  caches: 'cache_storage',
} as const satisfies Record<StoragePlace, string>

/** Clears storage while pages have it open, as eviction by the browser does. */
async function wipeStorage(
  page: Page,
  context: BrowserContext,
  lost: readonly StoragePlace[],
): Promise<void> {
  const devTools = await context.newCDPSession(page)
  const types = lost.map((place) => storageTypes[place]).join(',')
  await devTools.send('Storage.clearDataForOrigin', { origin: testServer.url, storageTypes: types })
  await devTools.detach()
  // cookies have no port, so the browser does not count them to the origin
  if (lost.includes('cookie')) await context.clearCookies()
}

/** Returns the cart, the language and the unpaid orders from each storage. */
async function readStoredValues(page: Page, context: BrowserContext) {
  const cookie = (await context.cookies()).find(({ name }) => name === 'cartId')?.value
  const storedValues = await page.evaluate(async () => {
    const { kvStore } = window.memory
    const keys = ['cartId', 'appLanguage', 'pendingOrders']
    return {
      local: keys.map((key) => localStorage.getItem(key)),
      second: await Promise.all(keys.map(async (key) => (await kvStore.get(key)) ?? null)),
    }
  })
  return { cookie, ...storedValues }
}

test('wiping any subset of cookie, localStorage, IndexedDB and caches leaves them consistent, with the cart', async ({
  page,
  context,
}) => {
  test.slow()
  await addPackageToCart(page)
  const cartId = (await context.cookies()).find(({ name }) => name === 'cartId')?.value ?? ''
  const { origin } = new URL(page.url())
  const kvStore = { cartId, appLanguage: 'en', pendingOrders: '["an-order-that-waits"]' }
  const names = {
    en: { full: 'Cart', empty: 'The cart is empty' },
    ru: { full: 'Корзина', empty: 'Корзина пуста' },
  }
  for (const lost of subsets) {
    await test.step(`without ${lost.join(', ')}`, async () => {
      // everything exists, including its second copy
      await page.goto(emptyPagePath)
      await context.addCookies([{ name: 'cartId', value: cartId, url: origin }])
      await page.evaluate((texts) => {
        for (const [key, text] of Object.entries(texts)) localStorage.setItem(key, text)
      }, kvStore)
      await page.goto('/cart')
      await exposeMemory(page)
      const allValues = { cookie: cartId, local: Object.values(kvStore), second: Object.values(kvStore) }
      await expect.poll(() => readStoredValues(page, context)).toEqual(allValues)

      await page.goto(emptyPagePath)
      await wipeStorage(page, context, lost)
      await page.goto('/cart')
      const areValuesLost = lost.includes('localStorage') && lost.includes('IndexedDB')
      const { full, empty } = areValuesLost ? names.ru : names.en
      const isCartLost = areValuesLost && lost.includes('cookie')
      const title = isCartLost ? empty : full
      await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
      await exposeMemory(page)
      const cart = isCartLost ? null : cartId
      const texts = areValuesLost ? [cart, null, null] : Object.values(kvStore)
      const after = { cookie: cart ?? undefined, local: texts, second: texts }
      await expect.poll(() => readStoredValues(page, context)).toEqual(after)
    })
  }
})

test('a killed browser restores a cart missing in localStorage from the second copy, on the cart page too', {
  tag: '@core',
}, async ({ page, context }) => {
  await addPackageToCart(page)
  const cartId = (await context.cookies()).find(({ name }) => name === 'cartId')?.value ?? ''
  await exposeMemory(page)
  await expect.poll(async () => (await readStoredValues(page, context)).second[0]).toBe(cartId)
  await page.goto(emptyPagePath)
  await context.clearCookies()
  await page.evaluate(() => {
    localStorage.removeItem('cartId')
    localStorage.setItem('mirrored', '1')
  })
  await page.goto('/cart')
  const readCartCookie = async () => (await context.cookies()).find(({ name }) => name === 'cartId')?.value
  await expect.poll(readCartCookie).toBe(cartId)
  await expect(page.getByRole('button', { name: /^Удалить/ })).toHaveCount(1)
})

test('a value removed just before its page closed stays removed, though the second copy missed it', async ({
  page,
  context,
}) => {
  await addPackageToCart(page)
  await exposeMemory(page)
  const readMirrorMark = () => page.evaluate(async () => Number(await window.memory.kvStore.get('mirrored')))
  await expect.poll(readMirrorMark).toBeGreaterThan(0)
  await page.goto(emptyPagePath)
  await exposeMemory(page)
  await page.evaluate(async () => {
    await window.memory.kvStore.put('pendingOrders', '["an-order-that-was-paid"]')
    localStorage.setItem('mirrored', String(Number(await window.memory.kvStore.get('mirrored')) + 1))
  })
  await page.goto('/cart')
  await exposeMemory(page)
  await expect.poll(async () => (await readStoredValues(page, context)).second[2]).toBeNull()
  expect((await readStoredValues(page, context)).local[2]).toBeNull()
})

test.describe('while the database does not open', () => {
  // the page stops waiting for the database before it starts
  test.use({ limitFactor: 1 })

  test('a value removed by a page that closed before opening the database stays removed', async ({
    page,
    context,
  }) => {
    await addPackageToCart(page)
    await exposeMemory(page)
    const readMirrorMarks = () =>
      page.evaluate(async () => [
        localStorage.getItem('mirrored'),
        (await window.memory.kvStore.get('mirrored')) ?? null,
      ])
    await expect.poll(async () => new Set(await readMirrorMarks()).size).toBe(1)
    await page.goto(emptyPagePath)
    await exposeMemory(page)
    await page.evaluate(async () => {
      // an order unknown to the service is removed from the list after a request
      const orders = '["00000000-0000-4000-8000-000000000000"]'
      localStorage.setItem('pendingOrders', orders)
      await window.memory.kvStore.put('pendingOrders', orders)
      sessionStorage.setItem('isSilent', '1')
    })
    await page.addInitScript({
      content: `if (sessionStorage.getItem('isSilent')) IDBFactory.prototype.open = () => new EventTarget()`,
    })
    await page.goto('/')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('pendingOrders'))).toBeNull()
    await page.evaluate(() => sessionStorage.removeItem('isSilent'))
    await page.goto('/cart')
    await exposeMemory(page)
    await expect.poll(async () => (await readStoredValues(page, context)).second[2]).toBeNull()
    expect((await readStoredValues(page, context)).local[2]).toBeNull()
  })
})
