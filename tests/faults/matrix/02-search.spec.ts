import type { Page } from '@playwright/test'
import { createSearchToken } from '../../../contract/competitors.ts'
import { listPhotos } from '../../../contract/photos.ts'
import { readDevice } from '../device.ts'
import { anotherBuild, expired, failing, gone, lieFi, portal, unplug } from '../networks.ts'
import { found, listExchanges, onMine, onSearch, pathOfCall, says, visitEvent } from '../runner.ts'
import { expect, rows, testServer } from '../test-server.ts'
import { matrix } from './matrix.ts'

const tokenPath = pathOfCall(createSearchToken)

const waits = (page: Page) => page.getByRole('heading', { level: 1, name: 'Поиск сохранён' })

async function expectSearched(page: Page): Promise<void> {
  await expect(found(page)).toBeVisible()
  const { local } = await readDevice(page)
  expect(Object.values(local).some((text) => text.includes('"number":"128"'))).toBe(true)
  // the number of photos that the server has for the start number
  const [{ count } = { count: '' }] = await rows<{ count: string }>(
    `select count(distinct photo_id) from photo_tags where event_id = '${testServer.eventId}' and value = '128'`,
  )
  expect(
    Number(await found(page).getByRole('listitem').first().getAttribute('aria-setsize')),
  ).toBeGreaterThanOrEqual(Number(count))
}

/** Checks that a failed search is not stored. */
async function expectNotSearched(page: Page): Promise<void> {
  const { local } = await readDevice(page)
  expect(Object.values(local).some((text) => text.includes('"number":"128"'))).toBe(false)
}

matrix('2 searches by number', {
  offline: [
    'the search is kept in the address and runs by itself when the network is back',
    async ({ page, context, network }) => {
      await visitEvent(page)
      const before = listExchanges(network, createSearchToken).length
      network.set(gone)
      await unplug(context)
      await page.goto(onSearch)
      await expect(waits(page)).toBeVisible()
      await expect(says(page, /Нет сети.* поиск «128» начнётся сам/)).toBeVisible()
      await expectNotSearched(page)
      network.clear()
      await unplug(context, false)
      await expectSearched(page)
      const heard = listExchanges(network, createSearchToken).slice(before)
      expect(heard.map(({ status }) => status)).toEqual([200])
    },
  ],
  lieFi: [
    'after 15 seconds it says that nothing came, and a button tries again',
    async ({ page, context, network }) => {
      await context.clock.install()
      await visitEvent(page)
      network.set(lieFi)
      await page.goto(onSearch)
      await network.seen(({ path }) => tokenPath.test(path))
      await page.clock.fastForward(15_000)
      await expect(says(page, /Сеть не ответила вовремя/)).toBeVisible()
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
      network.set(portal)
      await page.goto(onSearch)
      await expect(says(page, 'Wi‑Fi просит войти. После входа поиск «128» начнётся сам.')).toBeVisible()
      await expectNotSearched(page)
      network.clear()
      await expectSearched(page)
    },
  ],
  failing: [
    'one redo, then the general error, and no third try',
    async ({ page, network }) => {
      await visitEvent(page)
      const before = listExchanges(network, createSearchToken).length
      network.set([failing(tokenPath, undefined, 'POST')])
      await page.goto(onSearch)
      await expect(page.getByRole('heading', { name: 'Не загрузилось' })).toBeVisible()
      expect(listExchanges(network, createSearchToken)).toHaveLength(before + 2)
      await expectNotSearched(page)
      network.set([failing(tokenPath, 1, 'POST')])
      await page.getByRole('button', { name: 'Повторить' }).click()
      await expectSearched(page)
      expect(listExchanges(network, createSearchToken)).toHaveLength(before + 4)
    },
  ],
  expired: [
    'one new token and one redo; never a loop',
    async ({ page, network }) => {
      await visitEvent(page)
      await page.goto(onSearch)
      await expectSearched(page)
      const before = listExchanges(network, createSearchToken).length
      network.set([expired(pathOfCall(listPhotos), 1)])
      await page.goto(onMine)
      await expectSearched(page)
      await network.seen(({ path, status }) => pathOfCall(listPhotos).test(path) && status === 401)
      await expect.poll(() => listExchanges(network, createSearchToken).length).toBe(before + 1)
      await expectSearched(page)
    },
  ],
  killed: [
    'the address has the search: it goes on after the next start',
    async ({ phone, network }) => {
      await visitEvent(await phone.open('/'))
      network.set(gone)
      const page = await phone.open(onSearch)
      await expect(waits(page)).toBeVisible()
      await phone.kill()
      network.clear()
      await expectSearched(await phone.open(onSearch))
    },
  ],
  update: [
    'a search that runs is not interrupted',
    async ({ page, network }) => {
      await visitEvent(page)
      network.set([anotherBuild, { fault: { type: 'stall', way: 'response' }, path: tokenPath }])
      await page.goto(onSearch)
      await network.seen(({ path, status }) => path.startsWith('/sw.js') && status === 200)
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      network.clear()
      await expectSearched(page)
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
    },
  ],
})
