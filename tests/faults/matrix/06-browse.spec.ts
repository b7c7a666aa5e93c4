import type { Page } from '@playwright/test'
import { createSearchToken } from '../../../contract/competitors.ts'
import { listPhotos } from '../../../contract/photos.ts'
import { readDeviceStorage } from '../device.ts'
import {
  anotherBuild,
  badGateway,
  captivePortal,
  expireTokens,
  lieFi,
  setOffline,
  unreachable,
} from '../networks.ts'
import {
  findByNumber,
  findOwnPhotos,
  findVisibleText,
  listExchanges,
  ownPhotosPath,
  readCollection,
  toCallPattern,
} from '../steps.ts'
import { expect, queryRows, testServer } from '../test-server.ts'
import { matrix } from './matrix.ts'

const mediaPath = /^\/media\//
const findTiles = (page: Page) => findOwnPhotos(page).getByRole('listitem')

/** Number of loaded pictures in the list. */
const countPictures = (page: Page) =>
  findOwnPhotos(page).evaluate(
    (list) => [...list.querySelectorAll('img')].filter((image) => image.naturalWidth > 0).length,
  )

/** Checks that the cached files are pictures of this event. */
async function expectPicturesCached(page: Page): Promise<void> {
  const { caches } = await readDeviceStorage(page)
  const cachedPictures = caches.pictures ?? []
  expect(cachedPictures.length).toBeGreaterThan(0)
  expect(cachedPictures.filter(({ type }) => !type.startsWith('image/'))).toEqual([])
  const keys = cachedPictures.map(({ url }) => `'${new URL(url).pathname.slice(1)}'`)
  const knownPhotos = await queryRows(
    `select 1 from photos where event_id = '${testServer.eventId}'
     and (thumb_key in (${keys.join()}) or medium_key in (${keys.join()}) or preview_key in (${keys.join()}) or tiny_key in (${keys.join()}))`,
  )
  expect(knownPhotos.length).toBeGreaterThan(0)
}

/** Checks that the runner's photos are shown, with at least one picture seen before. */
async function expectOwnPhotos(page: Page): Promise<void> {
  await expect(findTiles(page).first()).toBeVisible()
  await expect.poll(() => countPictures(page)).toBeGreaterThan(0)
  await expectPicturesCached(page)
}

async function viewPhotos(page: Page): Promise<void> {
  await findByNumber(page)
  await expect.poll(() => countPictures(page)).toBeGreaterThan(0)
}

/** Scrolls down the list, and waits until the position is stored. @returns the position of a photo seen there */
async function scrollDown(page: Page): Promise<string> {
  await page.goto(ownPhotosPath)
  await expectOwnPhotos(page)
  const position = await page.evaluate(() => {
    scrollTo({ top: 500, behavior: 'instant' })
    return scrollY - (document.querySelector('main')?.offsetTop ?? 0)
  })
  await expect
    .poll(async () => (await readCollection<string>(page, 'facts')).get('lastPlace'))
    .toContain(`"top":${position}`)
  return findTiles(page).evaluateAll((all) => {
    const visibleTile = all.find((tile) => tile.getBoundingClientRect().top > innerHeight / 4)
    return visibleTile?.getAttribute('aria-posinset') ?? ''
  })
}

matrix('6 looks at photos', {
  offline: [
    'those that were seen, marked as found earlier',
    async ({ page, context, network }) => {
      await viewPhotos(page)
      network.set(unreachable)
      await setOffline(context)
      await page.goto(ownPhotosPath)
      await expectOwnPhotos(page)
      await expect(findVisibleText(page, /Показываем найденное раньше|Данные на/)).toBeVisible()
    },
  ],
  lieFi: [
    'the list is there and usable while pictures do not come',
    async ({ page, network }) => {
      await viewPhotos(page)
      network.set(lieFi)
      await page.goto(ownPhotosPath)
      await expectOwnPhotos(page)
      await findTiles(page)
        .nth(1)
        .getByRole('button', { name: /^Выбрать/ })
        .click()
      await expect(page.getByRole('button', { name: /^В корзину/ })).toBeVisible()
    },
  ],
  portal: [
    'its page is not kept as a picture',
    async ({ page, network }) => {
      network.set([{ ...captivePortal[0], fault: { type: 'portal', status: 200 }, path: mediaPath }])
      await findByNumber(page).catch(() => {})
      await page.goto(ownPhotosPath)
      await expect(page.getByRole('button', { name: 'Фото не загрузилось' }).first()).toBeVisible()
      expect((await readDeviceStorage(page)).caches.pictures ?? []).toEqual([])
      network.clear()
      await page.reload()
      await expectOwnPhotos(page)
    },
  ],
  failing: [
    'a picture that did not come is tried again by itself, the others stay',
    async ({ page, network }) => {
      network.set([{ fault: { type: 'page', status: 502 }, path: mediaPath, times: 2 }])
      await findByNumber(page)
      network.clear()
      const failed = page.getByRole('button', { name: 'Фото не загрузилось' })
      while ((await failed.count()) > 0) await failed.first().click()
      await expectOwnPhotos(page)
      network.set(badGateway)
      await page.goto(ownPhotosPath)
      await expectOwnPhotos(page)
    },
  ],
  expired: [
    'one new token, and the list stays',
    async ({ page, network }) => {
      await viewPhotos(page)
      const exchangesBefore = listExchanges(network, createSearchToken).length
      network.set([expireTokens(toCallPattern(listPhotos), 1)])
      await page.goto(ownPhotosPath)
      await expect.poll(() => listExchanges(network, createSearchToken).length).toBe(exchangesBefore + 1)
      await expectOwnPhotos(page)
      await expect(page.getByRole('alert')).toHaveCount(0)
    },
  ],
  killed: [
    'the photos at the last scroll position, also without a network',
    async ({ phone, network }) => {
      const page = await phone.open('/')
      await viewPhotos(page)
      const position = await scrollDown(page)
      await phone.kill()
      network.set(unreachable)
      const reopened = await phone.open(ownPhotosPath)
      await expectOwnPhotos(reopened)
      await expect(findVisibleText(reopened, /Показываем найденное раньше|Данные на/)).toBeVisible()
      await expect(findOwnPhotos(reopened).locator(`[aria-posinset="${position}"]`)).toBeInViewport()
      await expect(reopened.getByRole('heading', { level: 1 })).not.toBeInViewport()
    },
  ],
  update: [
    'pages of the old version still open',
    async ({ page, network }) => {
      await viewPhotos(page)
      network.set([anotherBuild])
      await page.goto(ownPhotosPath)
      await expect(findVisibleText(page, 'Вышла новая версия.')).toBeVisible()
      network.set(unreachable)
      await page.getByRole('link', { name: 'Корзина' }).click()
      await expect(page.getByRole('heading', { level: 1, name: /Корзина/ })).toBeVisible()
      await page.goBack()
      await expectOwnPhotos(page)
    },
  ],
})
