import type { Page } from '@playwright/test'
import { readDeviceStorage } from '../device.ts'
import {
  anotherBuild,
  badGateway,
  captivePortal,
  captivePortalByRedirect,
  lieFi,
  setOffline,
  unreachable,
} from '../networks.ts'
import { eventPath, eventTitle, expectEvent, findNetworkBar, findVisibleText, visitEvent } from '../steps.ts'
import { expect, test, testServer, waitForWorker } from '../test-server.ts'
import { matrix } from './matrix.ts'

const findLastUpdatedNote = (page: Page) => page.getByText(/^Данные на /)

/** Checks that the cached event is shown with its age. */
async function expectCachedEvent(page: Page): Promise<void> {
  await expectEvent(page)
  await expect(findLastUpdatedNote(page)).toBeVisible()
}

/** Checks that the event is cached once, as JSON. */
async function expectEventCached(page: Page): Promise<void> {
  const { caches } = await readDeviceStorage(page)
  const copies = caches['public-data']?.filter(({ url }) => url.includes(testServer.eventId))
  expect(copies?.map(({ type }) => type)).toEqual([expect.stringMatching(/^application\/json/)])
}

matrix('1 opens the app and the event', {
  offline: [
    'the app and the last copy of the event, with its age',
    async ({ page, context, network }) => {
      await visitEvent(page)
      network.set(unreachable)
      await setOffline(context)
      await page.goto(eventPath)
      await expectCachedEvent(page)
      await expect(findNetworkBar(page, 'offline')).toBeVisible()
      await expectEventCached(page)
      await page.goto('/')
      await expect(page.getByRole('heading', { name: eventTitle })).toBeVisible()
      await setOffline(context, false)
      network.clear()
      await expect(findNetworkBar(page, 'offline')).toBeHidden()
    },
  ],
  lieFi: [
    'the copy at once; what keeps it waiting is dropped after 8 seconds',
    async ({ page, context, network }) => {
      await context.clock.install()
      await visitEvent(page)
      network.set(lieFi)
      await page.goto(eventPath)
      await expectEvent(page)
      await page.clock.fastForward(8_000)
      await expect(findLastUpdatedNote(page)).toBeVisible()
      await expectEventCached(page)
    },
  ],
  portal: [
    'the copy, and a hint to sign in to the Wi-Fi; its page is kept nowhere',
    async ({ page, network }) => {
      await visitEvent(page)
      for (const answers of [captivePortal, captivePortalByRedirect]) {
        network.set(answers)
        await page.goto(eventPath)
        await expectCachedEvent(page)
        await expect(findNetworkBar(page, 'portal')).toBeVisible()
        await expectEventCached(page)
      }
    },
  ],
  failing: [
    'the copy, and another try without a word',
    async ({ page, network }) => {
      await visitEvent(page)
      network.set(badGateway)
      await page.goto(eventPath)
      await expectCachedEvent(page)
      await expect(findVisibleText(page, 'Не загрузилось')).toBeHidden()
      await expectEventCached(page)
      network.clear()
      await page.goto(eventPath)
      await expectEvent(page)
      await expect(findLastUpdatedNote(page)).toBeHidden()
    },
  ],
  expired: [
    'opening needs no token',
    async ({ page, network }) => {
      await visitEvent(page)
      const calls = network.log.filter(({ path }) =>
        /^\/public\/(events|settings|catalog|themes)\//.test(path),
      )
      expect(calls.length).toBeGreaterThan(1)
      expect(calls.filter(({ headers }) => headers.authorization !== undefined)).toEqual([])
    },
  ],
  killed: [
    'it opens where it was, also without a network',
    async ({ phone, network }) => {
      const page = await phone.open('/')
      await waitForWorker(page)
      await visitEvent(page)
      await phone.kill()
      network.set(unreachable)
      const reopened = await phone.open(eventPath)
      await expectCachedEvent(reopened)
      await expectEventCached(reopened)
    },
  ],
  update: [
    'the old version stays until the user accepts the update',
    async ({ page, network }) => {
      await visitEvent(page)
      network.set([anotherBuild])
      await page.goto(eventPath)
      await expect(findVisibleText(page, 'Вышла новая версия.')).toBeVisible()
      await expectEvent(page)
      const reloaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Обновить' }).click()
      await reloaded
      await expectEvent(page)
      await expect(findVisibleText(page, 'Вышла новая версия.')).toBeHidden()
      await expectEventCached(page)
    },
  ],
})

test('1 opens the app and the event – the origin is down while the browser is online: the last copy', async ({
  page,
  network,
}) => {
  await visitEvent(page)
  network.set(unreachable)
  await page.goto(eventPath)
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await expectCachedEvent(page)
  await expect(findNetworkBar(page, 'offline')).toBeVisible()
  await expectEventCached(page)
})
