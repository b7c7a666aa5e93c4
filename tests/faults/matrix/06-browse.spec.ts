import type { Page } from '@playwright/test'
import { createSearchToken } from '../../../contract/competitors.ts'
import { listPhotos } from '../../../contract/photos.ts'
import { readDevice } from '../device.ts'
import { anotherBuild, badGateway, expired, gone, lieFi, portal, unplug } from '../networks.ts'
import { findByNumber, found, listExchanges, onMine, pathOfCall, readCollection, says } from '../runner.ts'
import { expect, rows, testServer } from '../test-server.ts'
import { matrix } from './matrix.ts'

const media = /^\/media\//
const tiles = (page: Page) => found(page).getByRole('listitem')

/** Number of loaded pictures in the list. */
const listPictures = (page: Page) =>
  found(page).evaluate(
    (list) => [...list.querySelectorAll('img')].filter((image) => image.naturalWidth > 0).length,
  )

/** Checks that the cached files are pictures of this event. */
async function expectPicturesKept(page: Page): Promise<void> {
  const { caches } = await readDevice(page)
  const kept = caches.pictures ?? []
  expect(kept.length).toBeGreaterThan(0)
  expect(kept.filter(({ type }) => !type.startsWith('image/'))).toEqual([])
  const keys = kept.map(({ url }) => `'${new URL(url).pathname.slice(1)}'`)
  const known = await rows(
    `select 1 from photos where event_id = '${testServer.eventId}'
     and (thumb_key in (${keys.join()}) or medium_key in (${keys.join()}) or preview_key in (${keys.join()}) or tiny_key in (${keys.join()}))`,
  )
  expect(known.length).toBeGreaterThan(0)
}

/** Checks that the runner's photos are shown, with at least one picture seen before. */
async function showsSeen(page: Page): Promise<void> {
  await expect(tiles(page).first()).toBeVisible()
  await expect.poll(() => listPictures(page)).toBeGreaterThan(0)
  await expectPicturesKept(page)
}

async function seePhotos(page: Page): Promise<void> {
  await findByNumber(page)
  await expect.poll(() => listPictures(page)).toBeGreaterThan(0)
}

/** Scrolls down the list, and waits until the position is stored. @returns the position of a photo seen there */
async function scrollDown(page: Page): Promise<string> {
  await page.goto(onMine)
  await showsSeen(page)
  const place = await page.evaluate(() => {
    scrollTo({ top: 500, behavior: 'instant' })
    return scrollY - (document.querySelector('main')?.offsetTop ?? 0)
  })
  await expect
    .poll(async () => (await readCollection<string>(page, 'facts')).get('lastPlace'))
    .toContain(`"top":${place}`)
  return tiles(page).evaluateAll((all) => {
    const seen = all.find((tile) => tile.getBoundingClientRect().top > innerHeight / 4)
    return seen?.getAttribute('aria-posinset') ?? ''
  })
}

matrix('6 looks at photos', {
  offline: [
    'those that were seen, marked as found earlier',
    async ({ page, context, network }) => {
      await seePhotos(page)
      network.set(gone)
      await unplug(context)
      await page.goto(onMine)
      await showsSeen(page)
      await expect(says(page, /Показываем найденное раньше|Данные на/)).toBeVisible()
    },
  ],
  lieFi: [
    'the list is there and usable while pictures do not come',
    async ({ page, network }) => {
      await seePhotos(page)
      network.set(lieFi)
      await page.goto(onMine)
      await showsSeen(page)
      await tiles(page)
        .nth(1)
        .getByRole('button', { name: /^Выбрать/ })
        .click()
      await expect(page.getByRole('button', { name: /^В корзину/ })).toBeVisible()
    },
  ],
  portal: [
    'its page is not kept as a picture',
    async ({ page, network }) => {
      network.set([{ ...portal[0], fault: { type: 'portal', status: 200 }, path: media }])
      await findByNumber(page).catch(() => {})
      await page.goto(onMine)
      await expect(page.getByRole('button', { name: 'Фото не загрузилось' }).first()).toBeVisible()
      expect((await readDevice(page)).caches.pictures ?? []).toEqual([])
      network.clear()
      await page.reload()
      await showsSeen(page)
    },
  ],
  failing: [
    'a picture that did not come is tried again by itself, the others stay',
    async ({ page, network }) => {
      network.set([{ fault: { type: 'page', status: 502 }, path: media, times: 2 }])
      await findByNumber(page)
      network.clear()
      const failed = page.getByRole('button', { name: 'Фото не загрузилось' })
      while ((await failed.count()) > 0) await failed.first().click()
      await showsSeen(page)
      network.set(badGateway)
      await page.goto(onMine)
      await showsSeen(page)
    },
  ],
  expired: [
    'one new token, and the list stays',
    async ({ page, network }) => {
      await seePhotos(page)
      const before = listExchanges(network, createSearchToken).length
      network.set([expired(pathOfCall(listPhotos), 1)])
      await page.goto(onMine)
      await expect.poll(() => listExchanges(network, createSearchToken).length).toBe(before + 1)
      await showsSeen(page)
      await expect(page.getByRole('alert')).toHaveCount(0)
    },
  ],
  killed: [
    'the photos at the last scroll position, also without a network',
    async ({ phone, network }) => {
      const page = await phone.open('/')
      await seePhotos(page)
      const place = await scrollDown(page)
      await phone.kill()
      network.set(gone)
      const again = await phone.open(onMine)
      await showsSeen(again)
      await expect(says(again, /Показываем найденное раньше|Данные на/)).toBeVisible()
      await expect(found(again).locator(`[aria-posinset="${place}"]`)).toBeInViewport()
      await expect(again.getByRole('heading', { level: 1 })).not.toBeInViewport()
    },
  ],
  update: [
    'pages of the old version still open',
    async ({ page, network }) => {
      await seePhotos(page)
      network.set([anotherBuild])
      await page.goto(onMine)
      await expect(says(page, 'Вышла новая версия.')).toBeVisible()
      network.set(gone)
      await page.getByRole('link', { name: 'Корзина' }).click()
      await expect(page.getByRole('heading', { level: 1, name: /Корзина/ })).toBeVisible()
      await page.goBack()
      await showsSeen(page)
    },
  ],
})
