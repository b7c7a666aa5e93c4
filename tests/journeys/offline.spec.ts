import type { Page } from '@playwright/test'
import { expect, test, testServer } from './test-server.ts'

const eventTitle = 'Полумарафон «Три моста»'
/** Matches the displayed age of a cached copy. */
const ageLabel = /^Данные на \d\d:\d\d$/

const findOwnPhotos = (page: Page) => page.getByRole('list', { name: 'Ваши фото' }).getByRole('listitem')

const findAllPhotos = (page: Page) => page.getByRole('list', { name: 'Фото события' }).getByRole('listitem')

/** Waits until the app is cached completely and its service worker controls the page. */
async function installApp(page: Page, path = '/'): Promise<void> {
  await page.goto(path)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
}

test('after one visit the app opens without a network and shows the saved events', { tag: '@core' }, async ({
  page,
  withoutNetwork,
}) => {
  const offlineNotice = page.getByRole('banner').getByText('Нет сети. Покупки и найденные фото сохранены.')
  await page.goto('/')
  await expect(page.getByRole('heading', { name: eventTitle })).toBeVisible()
  await expect(page.getByText(ageLabel)).toBeHidden()
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })

  await withoutNetwork(async () => {
    await page.reload()
    await expect(offlineNotice).toBeVisible()
    await expect(page.getByText(ageLabel)).toBeVisible()
    await expect(page.getByRole('heading', { name: eventTitle })).toBeVisible()
    await expect(page.getByText('Трейл «Белая тропа»')).toBeVisible()
    await page.getByRole('combobox', { name: 'Где вы финишировали?' }).fill('тропа')
    await expect(page.getByText('Нет сети. Это события, сохранённые на телефоне.')).toBeVisible()
    await expect(page.getByRole('option', { name: /Белая тропа/ })).toBeVisible()
    await page.goto(`/event/${testServer.eventId}`)
    await expect(page.getByRole('heading', { level: 1, name: eventTitle })).toBeVisible()
    await expect(page.getByText(ageLabel)).toBeVisible()
    await page.goto('/cart')
    await expect(page.getByRole('heading', { level: 1, name: 'Корзина пуста' })).toBeVisible()
  })
  await expect(offlineNotice).toBeHidden()
})

/** Waits until the service worker has cached these paths of the page. */
async function waitForCachedPaths(page: Page, paths: readonly string[]): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  for (const path of paths) await expect.poll(() => page.evaluate(isPathCached, path)).toBe(true)
}

const isPathCached = async (path: string) => {
  const cache = await caches.open('public-data')
  return (await cache.keys()).some(({ url }) => new URL(url).pathname === path)
}

const listPath = '/public/events/api/v1/events'
const settingsPath = '/public/settings/api/v1/settings'

test.describe('on the first visit', () => {
  test.use({ firstVisit: true })

  test('the service worker caches the list of events: home opens offline without localStorage', async ({
    page,
    context,
    withoutNetwork,
  }) => {
    const requestedPaths: string[] = []
    context.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
    await page.goto('/')
    await expect(page.getByRole('heading', { name: eventTitle })).toBeVisible()
    await waitForCachedPaths(page, [listPath, settingsPath])
    expect(requestedPaths.filter((path) => path === listPath)).toHaveLength(1)
    expect(requestedPaths).not.toContain(settingsPath)

    await withoutNetwork(async () => {
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      await expect(page.getByRole('heading', { name: eventTitle })).toBeVisible()
      await expect(page.getByText('Трейл «Белая тропа»')).toBeVisible()
      await expect(page.getByText(ageLabel)).toBeVisible()
    })
  })

  test('that began with an event, home opens offline too, and the event with its first photo', async ({
    page,
    context,
    withoutNetwork,
  }) => {
    await page.goto(`/event/${testServer.eventId}`)
    await expect(page.getByRole('heading', { level: 1, name: eventTitle })).toBeVisible()
    await waitForCachedPaths(page, [`${listPath}/${testServer.eventId}`, listPath, settingsPath])
    const photo = findAllPhotos(page).first().locator('img')
    const address = await photo.evaluate((image: HTMLImageElement) => image.currentSrc)
    await expect.poll(() => page.evaluate(isPictureCached, address)).toBe(true)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.clearBrowserCache')

    await withoutNetwork(async () => {
      await page.reload()
      await expect.poll(() => photo.evaluate(isDrawn)).toBe(true)
      await page.evaluate(() => localStorage.clear())
      await page.reload()
      await expect(page.getByRole('heading', { level: 1, name: eventTitle })).toBeVisible()
      await page.goto('/')
      await expect(page.getByText('Трейл «Белая тропа»')).toBeVisible()
    })
  })
})

test('the offline notice is shown over the bar without moving the content', async ({
  page,
  withoutNetwork,
}) => {
  await installApp(page, `/event/${testServer.eventId}`)
  const photo = findAllPhotos(page).nth(8)
  const logo = page.getByRole('banner').getByRole('link', { name: /на главную/ })
  await photo.scrollIntoViewIfNeeded()
  await expect(photo.getByRole('img')).toBeVisible()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const position = () => photo.boundingBox()
  const before = await position()
  await withoutNetwork(async () => {
    const offlineNotice = page.getByRole('banner').locator('.pf-offline')
    await expect(offlineNotice).toHaveText('Нет сети. Покупки и найденные фото сохранены.')
    await expect.poll(position).toEqual(before)
    const noticeBox = await offlineNotice.boundingBox()
    const logoBox = await logo.boundingBox()
    expect(noticeBox?.y).toBe(0)
    expect(noticeBox && logoBox && logoBox.y >= noticeBox.y + noticeBox.height).toBe(true)
  })
  await expect.poll(position).toEqual(before)
})

test('a refreshed event loses its age label automatically', async ({ page, withoutNetwork }) => {
  await installApp(page, `/event/${testServer.eventId}`)
  await withoutNetwork(async () => {
    await page.reload()
    await expect(page.getByText(ageLabel)).toBeVisible()
  })
  await expect(page.getByText(ageLabel)).toBeHidden()
})

test('a number typed offline is saved, survives the page, and is searched when the network is back', async ({
  page,
  withoutNetwork,
}) => {
  await installApp(page, `/event/${testServer.eventId}`)
  const saved = page.getByRole('heading', { level: 1, name: 'Поиск сохранён' })
  await withoutNetwork(async () => {
    await page.getByRole('button', { name: 'По номеру или фамилии' }).click()
    await page.getByRole('combobox', { name: 'Номер или фамилия' }).fill('128')
    await page.getByRole('button', { name: 'Найти', exact: true }).click()
    await expect(saved).toBeVisible()
    await expect(page.getByText('Нет сети. Как только она появится, поиск «128» начнётся сам.')).toBeVisible()
    await page.reload()
    await expect(saved).toBeVisible()
  })
  await expect(findOwnPhotos(page).first().getByRole('img')).toBeVisible()
})

test('a surname is searched by its address, and an unknown one is reported', async ({ page }) => {
  await page.goto(`/event/${testServer.eventId}`)
  await page.getByRole('button', { name: 'По номеру или фамилии' }).click()
  await page.getByRole('combobox', { name: 'Номер или фамилия' }).fill('Ёжиков-Небывалый')
  await page.getByRole('button', { name: 'Найти', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Фото не найдены' })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Номер или фамилия' })).toHaveValue('Ёжиков-Небывалый')
})

test('own photos of the last search are available offline, with missing pictures marked', {
  tag: '@core',
}, async ({ page, context, withoutNetwork }) => {
  await installApp(page)
  await page.goto(`/search/${testServer.eventId}/128`)
  const first = findOwnPhotos(page).first()
  await expect(first.getByRole('img')).toBeVisible()
  const count = (await first.getAttribute('aria-setsize')) ?? ''
  const second = findOwnPhotos(page).nth(1).getByRole('img')
  const address = (await second.getAttribute('src')) ?? ''
  // a picture is painted before it is cached, and the second may load before the first
  const firstAddress = (await first.getByRole('img').getAttribute('src')) ?? ''
  for (const each of [firstAddress, address])
    await expect.poll(() => page.evaluate(isPictureCached, each)).toBe(true)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.clearBrowserCache')

  await withoutNetwork(async () => {
    // simulates a picture that was too far down to be loaded
    await page.evaluate(deleteCachedPicture, address)
    await page.goto(`/event/${testServer.eventId}/my`)
    await expect(first).toHaveAttribute('aria-setsize', count)
    await expect(page.getByText('Показываем найденное раньше.')).toBeVisible()
    await expect(page.getByText(ageLabel)).toBeVisible()
    const missingPicture = findOwnPhotos(page)
      .nth(1)
      .getByRole('img', { name: /Откроется, когда будет сеть$/ })
    await expect(missingPicture).toBeVisible()
    await expect.poll(() => findOwnPhotos(page).locator('img').evaluateAll(countDrawn)).toBeGreaterThan(0)
  })
  await expect.poll(() => second.evaluate(isDrawn)).toBe(true)
})

const isDrawn = (image: Element) => image instanceof HTMLImageElement && image.naturalWidth > 0

const countDrawn = (images: Element[]) =>
  images.filter((image) => image instanceof HTMLImageElement && image.naturalWidth > 0).length

const isPictureCached = async (address: string) => (await caches.match(address)) !== undefined

const deleteCachedPicture = async (address: string) => (await caches.open('pictures')).delete(address)

test('a closed app continues at its last position', async ({ page, context }) => {
  const path = `/event/${testServer.eventId}`
  await page.goto(path)
  await expect(page.getByRole('list', { name: 'Фото события' }).getByRole('img').first()).toBeVisible()
  const position = await page.evaluate(() => {
    scrollTo({ top: 500, behavior: 'instant' })
    return scrollY - (document.querySelector('main')?.offsetTop ?? 0)
  })
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('lastPlace')))
    .toContain(`"top":${position}`)
  const reopened = await context.newPage()
  // the system kills an app without events
  await page.close()
  await reopened.goto(path)
  await expect.poll(() => reopened.evaluate(() => Math.round(scrollY))).toBe(500)
})
