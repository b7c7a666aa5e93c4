import type { Browser, Page } from '@playwright/test'
import { buildPath } from '../../contract/call.ts'
import { createSearchToken } from '../../contract/competitors.ts'
import { buyAllPhotos } from '../../scripts/lighthouse/buy.ts'
import { findBuyAllButton } from './purchase-steps.ts'
import { blockedWorkerError, expect, test, testServer } from './test-server.ts'

const eventTitle = 'Полумарафон «Три моста»'

/** Blocks the app's code. @returns a function that unblocks it */
async function blockCode(page: Page): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Opens a phone with JavaScript disabled. */
async function openPhoneWithoutScripts(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    baseURL: testServer.url,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
    userAgent: 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/140.0.0.0 Mobile Safari/537.36',
    locale: 'ru-RU',
  })
  return context.newPage()
}

/** Records the text of every frame in which the page is visible. */
const recordVisibleText = `(() => {
  window.shown = []
  const look = () => {
    const root = document.getElementById('root')
    if (root && getComputedStyle(root).display !== 'none') window.shown.push(root.innerText)
    requestAnimationFrame(look)
  }
  look()
})()`

/** Waits for the first contentful paint and two frames after it, by which pictures near the screen are requested. */
const waitForPaint = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        new PerformanceObserver((list) => {
          if (list.getEntriesByName('first-contentful-paint').length === 0) return
          requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
        }).observe({ type: 'paint', buffered: true })
      }),
  )

/** Marks the page's heading element, to check later that it was not replaced. */
const markHeading = (page: Page) =>
  page.locator('#main h1').evaluate((heading) => heading.setAttribute('data-first', ''))

test.use({ serviceWorkers: 'block', firstVisit: true })

test('an event is rendered before the app loads: picture, texts, first photos', { tag: '@core' }, async ({
  browser,
}) => {
  const page = await openPhoneWithoutScripts(browser)
  await page.goto(`/event/${testServer.eventId}`)
  await expect(page.getByRole('heading', { level: 1, name: eventTitle })).toBeVisible()
  const photos = page.getByRole('list', { name: 'Фото события' }).getByRole('listitem')
  await expect(photos.first().getByRole('img')).toBeVisible()
  const [list, first] = [await photos.first().locator('..').boundingBox(), await photos.first().boundingBox()]
  expect(first?.x).toBe(list?.x)
  expect(first && list && first.width < list.width && first.height > 90).toBe(true)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: eventTitle })).toBeVisible()
  await page.context().close()
})

test('an order opened by its link is rendered before the app loads, and is not cached', async ({
  browser,
}) => {
  const orderId = await buyAllPhotos(testServer.url, testServer.eventId, '341')
  const page = await openPhoneWithoutScripts(browser)
  const answer = await page.goto(`/order/${orderId}`)
  expect(answer?.headers()['cache-control']).toBe('no-store')
  await expect(page.getByRole('heading', { level: 1, name: /^Финиш/ })).toBeVisible()
  await expect(page.getByRole('button', { name: /^Открыть: Старт, \d\d:\d\d$/ })).toBeVisible()
  await page.goto(`/order/${orderId.slice(0, -1)}`)
  await expect(page.getByRole('heading', { level: 1, name: /^Финиш/ })).toBeHidden()
  await page.context().close()
})

test('pictures below the first screen of home do not compete with the code of the app', async ({ page }) => {
  const pictures: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image' && request.url().includes('/media/')) pictures.push(request.url())
  })
  const release = await blockCode(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await waitForPaint(page)
  const picture = page.getByRole('region', { name: /^(Сегодня|Последнее)$/ }).locator('img')
  await expect(picture).toHaveCount(1)
  expect(pictures).toEqual([])
  release()
  await expect(picture).toBeVisible()
  await expect.poll(() => pictures.length).toBeGreaterThan(0)
})

test('the photos of a number are rendered before the app loads and stay after it', async ({ page }) => {
  const release = await blockCode(page)
  await page.goto(`/search/${testServer.eventId}/655`, { waitUntil: 'domcontentloaded' })
  const photos = page.getByRole('list', { name: 'Ваши фото' }).getByRole('listitem')
  const count = await photos.count()
  expect(count).toBeGreaterThan(0)
  await expect(page.locator('#main h1')).toContainText(String(count))
  await markHeading(page)
  release()
  await page
    .getByRole('button', { name: /^Выбрать:/ })
    .first()
    .click()
  await expect(page.getByRole('button', { name: /^Убрать:/ })).toHaveCount(1)
  await expect(page.locator('#main h1')).toHaveAttribute('data-first', '')
  await expect(page.locator('#main h1')).toContainText(String(count))
})

test('photos of the album beyond the first four do not compete with the code of the app', async ({
  page,
}) => {
  const pictures: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'image' && request.url().includes('/media/')) pictures.push(request.url())
  })
  const release = await blockCode(page)
  const codeRequested = page.waitForRequest('**/assets/index-*.js')
  await page.goto(`/event/${testServer.eventId}`, { waitUntil: 'domcontentloaded' })
  await codeRequested
  await waitForPaint(page)
  const photos = page.getByRole('list', { name: 'Фото события' }).locator('img')
  expect(await photos.count()).toBeGreaterThan(4)
  const sources = await photos.evaluateAll((images) =>
    images.map((image) => {
      const { currentSrc, src } = image as HTMLImageElement
      return currentSrc || src
    }),
  )
  const listRequestedPictures = () => pictures.filter((url) => sources.includes(url)).toSorted()
  await expect.poll(listRequestedPictures).toEqual(sources.slice(0, 4).toSorted())
  release()
  await expect(photos.first()).toBeVisible()
  await expect.poll(() => photos.first().evaluate((image) => (image as HTMLImageElement).complete)).toBe(true)
  // naturalWidth is divided by the density of srcset
  const longerSide = await photos.first().evaluate(async (image) => {
    const response = await fetch((image as HTMLImageElement).currentSrc)
    const { width, height } = await createImageBitmap(await response.blob())
    return Math.max(width, height)
  })
  expect(longerSide).toBe(400)
  // SSR and the app must request the same pictures
  expect(pictures.filter((url, at) => pictures.indexOf(url) !== at)).toEqual([])
})

test('a press before the app loads takes effect after hydration, on the same page', {
  tag: '@core',
}, async ({ page }) => {
  const release = await blockCode(page)
  await page.goto(`/event/${testServer.eventId}`, { waitUntil: 'domcontentloaded' })
  await markHeading(page)
  await page.getByRole('tab', { name: 'Ваши фото' }).click()
  await page.getByRole('button', { name: 'По номеру или фамилии' }).click()
  release()
  await expect(page.getByRole('combobox', { name: 'Номер или фамилия' })).toBeVisible()
  await expect(page.getByRole('tab', { name: 'Ваши фото' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.locator('#main h1')).toHaveAttribute('data-first', '')
})

test('photos bought before the search of the page is answered are those of the runner shown', async ({
  page,
}) => {
  const { eventId } = testServer
  let allowSearch = () => {}
  const searchAllowed = new Promise<void>((resolve) => {
    allowSearch = resolve
  })
  // later ones are of what is sent to the cart
  await page.route(
    (url) => url.pathname === buildPath(createSearchToken, { eventId }),
    async (route) => {
      await searchAllowed
      await route.continue()
    },
    { times: 1 },
  )
  await page.goto(`/search/${eventId}/128`)
  await findBuyAllButton(page).click()
  await expect(page).toHaveURL('/order')
  allowSearch()
  await expect(page.getByText(/^8 фото · Полумарафон/)).toBeVisible()
})

test('text typed before the app loads is searched after hydration', async ({ page }) => {
  const release = await blockCode(page)
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  // the wide window's field precedes the phone's, and is hidden
  await page.getByRole('combobox', { name: 'Где вы финишировали?' }).last().fill('тропа')
  release()
  await expect(page.getByRole('option', { name: /Белая тропа/ })).toBeVisible()
})

test('date and number data load in parallel to the page', async ({ page }) => {
  const formattersWorker = page.waitForEvent('worker', (worker) => worker.url().endsWith('/formatters.js#ru'))
  await page.goto(`/event/${testServer.eventId}`)
  expect((await formattersWorker).url()).toContain('formatters')
})

test('returning visitors see their own state, not a page rendered for new visitors', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { name: eventTitle })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('appLanguage', 'en'))
  const release = await blockCode(page)
  await page.addInitScript({ content: recordVisibleText })
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(page.getByRole('heading', { name: eventTitle })).toBeHidden()
  release()
  await expect(page.getByRole('heading', { name: /Three Bridges/ })).toBeVisible()
  const shown = await page.evaluate('window.shown')
  expect(String(shown)).toContain('Three Bridges')
  expect(String(shown)).not.toContain('Где вы финишировали?')
})

test('an app that fails to load says so, also without a rendered page', async ({ page, pageProblems }) => {
  pageProblems.ignoredErrors = new RegExp(`net::ERR_FAILED|${blockedWorkerError.source}`)
  await page.route('**/assets/index-*.js', (route) => route.abort())
  await page.goto(`/event/${testServer.eventId}`, { waitUntil: 'domcontentloaded' })
  const notLoaded = page.getByRole('heading', { name: 'Приложение не загрузилось' })
  await expect(notLoaded).toBeVisible()
  await page.evaluate(() => localStorage.setItem('appLanguage', 'en'))
  await page.reload({ waitUntil: 'domcontentloaded' })
  await expect(notLoaded).toBeVisible()
  await page.unroute('**/assets/index-*.js')
  await page.getByRole('button', { name: 'Обновить' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Three Bridges/ })).toBeVisible()
})
