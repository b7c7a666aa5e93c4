import type { Page } from '@playwright/test'
import { readDevice } from '../device.ts'
import { anotherBuild, badGateway, gone, lieFi, portal, portalByRedirect, unplug } from '../networks.ts'
import { bar, eventTitle, onEvent, says, showsEvent, visitEvent } from '../runner.ts'
import { expect, test, testServer, waitForWorker } from '../test-server.ts'
import { matrix } from './matrix.ts'

const lastUpdatedNote = (page: Page) => page.getByText(/^Данные на /)

/** Checks that the cached event is shown with its age. */
async function showsLastCopy(page: Page): Promise<void> {
  await showsEvent(page)
  await expect(lastUpdatedNote(page)).toBeVisible()
}

/** Checks that the event is cached once, as JSON. */
async function expectCopyKept(page: Page): Promise<void> {
  const { caches } = await readDevice(page)
  const copies = caches['public-data']?.filter(({ url }) => url.includes(testServer.eventId))
  expect(copies?.map(({ type }) => type)).toEqual([expect.stringMatching(/^application\/json/)])
}

matrix('1 opens the app and the event', {
  offline: [
    'the app and the last copy of the event, with its age',
    async ({ page, context, network }) => {
      await visitEvent(page)
      network.set(gone)
      await unplug(context)
      await page.goto(onEvent)
      await showsLastCopy(page)
      await expect(bar(page, 'offline')).toBeVisible()
      await expectCopyKept(page)
      await page.goto('/')
      await expect(page.getByRole('heading', { name: eventTitle })).toBeVisible()
      await unplug(context, false)
      network.clear()
      await expect(bar(page, 'offline')).toBeHidden()
    },
  ],
  lieFi: [
    'the copy at once; what keeps it waiting is dropped after 8 seconds',
    async ({ page, context, network }) => {
      await context.clock.install()
      await visitEvent(page)
      network.set(lieFi)
      await page.goto(onEvent)
      await showsEvent(page)
      await page.clock.fastForward(8_000)
      await expect(lastUpdatedNote(page)).toBeVisible()
      await expectCopyKept(page)
    },
  ],
  portal: [
    'the copy, and a hint to sign in to the Wi-Fi; its page is kept nowhere',
    async ({ page, network }) => {
      await visitEvent(page)
      for (const answers of [portal, portalByRedirect]) {
        network.set(answers)
        await page.goto(onEvent)
        await showsLastCopy(page)
        await expect(bar(page, 'portal')).toBeVisible()
        await expectCopyKept(page)
      }
    },
  ],
  failing: [
    'the copy, and another try without a word',
    async ({ page, network }) => {
      await visitEvent(page)
      network.set(badGateway)
      await page.goto(onEvent)
      await showsLastCopy(page)
      await expect(says(page, 'Не загрузилось')).toBeHidden()
      await expectCopyKept(page)
      network.clear()
      await page.goto(onEvent)
      await showsEvent(page)
      await expect(lastUpdatedNote(page)).toBeHidden()
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
      network.set(gone)
      const again = await phone.open(onEvent)
      await showsLastCopy(again)
      await expectCopyKept(again)
    },
  ],
  update: [
    'the old version stays until the user accepts the update',
    async ({ page, network }) => {
      await visitEvent(page)
      network.set([anotherBuild])
      await page.goto(onEvent)
      await expect(says(page, 'Вышла новая версия.')).toBeVisible()
      await showsEvent(page)
      const reloaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Обновить' }).click()
      await reloaded
      await showsEvent(page)
      await expect(says(page, 'Вышла новая версия.')).toBeHidden()
      await expectCopyKept(page)
    },
  ],
})

test('1 opens the app and the event – the origin is down while the browser is online: the last copy', async ({
  page,
  network,
}) => {
  await visitEvent(page)
  network.set(gone)
  await page.goto(onEvent)
  expect(await page.evaluate(() => navigator.onLine)).toBe(true)
  await showsLastCopy(page)
  await expect(bar(page, 'offline')).toBeVisible()
  await expectCopyKept(page)
})
