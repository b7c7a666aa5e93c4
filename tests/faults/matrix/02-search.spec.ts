import type { Page } from '@playwright/test'
import { createSearchToken } from '../../../contract/competitors.ts'
import { listPhotos } from '../../../contract/photos.ts'
import { readDeviceStorage } from '../device.ts'
import {
  anotherBuild,
  captivePortal,
  expireTokens,
  failCalls,
  lieFi,
  setOffline,
  unreachable,
} from '../networks.ts'
import {
  findOwnPhotos,
  findVisibleText,
  listExchanges,
  ownPhotosPath,
  searchPath,
  toCallPattern,
  visitEvent,
} from '../steps.ts'
import { expect, queryRows, testServer } from '../test-server.ts'
import { matrix } from './matrix.ts'

const tokenPath = toCallPattern(createSearchToken)

const findStoredSearch = (page: Page) => page.getByRole('heading', { level: 1, name: 'Поиск сохранён' })

async function expectSearched(page: Page): Promise<void> {
  await expect(findOwnPhotos(page)).toBeVisible()
  const { local } = await readDeviceStorage(page)
  expect(Object.values(local).some((text) => text.includes('"number":"128"'))).toBe(true)
  // the number of photos that the server has for the start number
  const [{ count } = { count: '' }] = await queryRows<{ count: string }>(
    `select count(distinct photo_id) from photo_tags where event_id = '${testServer.eventId}' and value = '128'`,
  )
  expect(
    Number(await findOwnPhotos(page).getByRole('listitem').first().getAttribute('aria-setsize')),
  ).toBeGreaterThanOrEqual(Number(count))
}

/** Checks that a failed search is not stored. */
async function expectNotSearched(page: Page): Promise<void> {
  const { local } = await readDeviceStorage(page)
  expect(Object.values(local).some((text) => text.includes('"number":"128"'))).toBe(false)
}

matrix('2 searches by number', {
  offline: [
    'the search is kept in the address and runs by itself when the network is back',
    async ({ page, context, network }) => {
      await visitEvent(page)
      const exchangesBefore = listExchanges(network, createSearchToken).length
      network.set(unreachable)
      await setOffline(context)
      await page.goto(searchPath)
      await expect(findStoredSearch(page)).toBeVisible()
      await expect(findVisibleText(page, /Нет сети.* поиск «128» начнётся сам/)).toBeVisible()
      await expectNotSearched(page)
      network.clear()
      await setOffline(context, false)
      await expectSearched(page)
      const newExchanges = listExchanges(network, createSearchToken).slice(exchangesBefore)
      expect(newExchanges.map(({ status }) => status)).toEqual([200])
    },
  ],
  lieFi: [
    'after 15 seconds it says that nothing came, and a button tries again',
    async ({ page, context, network }) => {
      await context.clock.install()
      await visitEvent(page)
      network.set(lieFi)
      await page.goto(searchPath)
      await network.waitForExchange(({ path }) => tokenPath.test(path))
      await page.clock.fastForward(15_000)
      await expect(findVisibleText(page, /Сеть не ответила вовремя/)).toBeVisible()
      await expectNotSearched(page)
      network.clear()
      await page.getByRole('button', { name: 'Повторить' }).click()
      await expectSearched(page)
    },
  ],
  portal: [
    'a hint to sign in; the search is kept and runs after it',
    async ({ page, network }) => {
      await visitEvent(page)
      network.set(captivePortal)
      await page.goto(searchPath)
      await expect(
        findVisibleText(page, 'Wi‑Fi просит войти. После входа поиск «128» начнётся сам.'),
      ).toBeVisible()
      await expectNotSearched(page)
      network.clear()
      await expectSearched(page)
    },
  ],
  failing: [
    'one redo, then the general error, and no third try',
    async ({ page, network }) => {
      await visitEvent(page)
      const exchangesBefore = listExchanges(network, createSearchToken).length
      network.set([failCalls(tokenPath, undefined, 'POST')])
      await page.goto(searchPath)
      await expect(page.getByRole('heading', { name: 'Не загрузилось' })).toBeVisible()
      expect(listExchanges(network, createSearchToken)).toHaveLength(exchangesBefore + 2)
      await expectNotSearched(page)
      network.set([failCalls(tokenPath, 1, 'POST')])
      await page.getByRole('button', { name: 'Повторить' }).click()
      await expectSearched(page)
      expect(listExchanges(network, createSearchToken)).toHaveLength(exchangesBefore + 4)
    },
  ],
  expired: [
    'one new token and one redo; never a loop',
    async ({ page, network }) => {
      await visitEvent(page)
      await page.goto(searchPath)
      await expectSearched(page)
      const exchangesBefore = listExchanges(network, createSearchToken).length
      network.set([expireTokens(toCallPattern(listPhotos), 1)])
      await page.goto(ownPhotosPath)
      await expectSearched(page)
      await network.waitForExchange(
        ({ path, status }) => toCallPattern(listPhotos).test(path) && status === 401,
      )
      await expect.poll(() => listExchanges(network, createSearchToken).length).toBe(exchangesBefore + 1)
      await expectSearched(page)
    },
  ],
  killed: [
    'the address has the search: it goes on after the next start',
    async ({ phone, network }) => {
      await visitEvent(await phone.open('/'))
      network.set(unreachable)
      const page = await phone.open(searchPath)
      await expect(findStoredSearch(page)).toBeVisible()
      await phone.kill()
      network.clear()
      await expectSearched(await phone.open(searchPath))
    },
  ],
  update: [
    'a search that runs is not interrupted',
    async ({ page, network }) => {
      await visitEvent(page)
      network.set([anotherBuild, { fault: { type: 'stall', way: 'response' }, path: tokenPath }])
      await page.goto(searchPath)
      await network.waitForExchange(({ path, status }) => path.startsWith('/sw.js') && status === 200)
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      network.clear()
      await expectSearched(page)
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    },
  ],
})
