import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import { createPayment } from '../../../contract/invoices.ts'
import { sha256 } from '../../../server/platform/ids.ts'
import { answerAtBank, expectPaid } from '../../journeys/buying.ts'
import { readStores } from '../device.ts'
import { anotherBuild, gone, portal, unplug } from '../networks.ts'
import { comeToBank, listExchanges, says } from '../runner.ts'
import { expect, rows } from '../test-server.ts'
import { matrix } from './matrix.ts'

const files = /^\/files\//
const saveButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Скачать: .+, \d\d:\d\d/ }).first()

/** Buys photos and waits for the order's page with its files. */
async function buy(page: Page): Promise<void> {
  await comeToBank(page)
  await answerAtBank(page, 'Оплатить')
  await expectPaid(page)
  await expect(saveButton(page)).toBeVisible()
}

/** Checks that the download is byte-identical to an original of the shop. */
async function expectOriginal(saved: Promise<Download>): Promise<void> {
  const hash = sha256(await readFile(await (await saved).path()))
  expect(await rows(`select 1 from photos where sha256 = '${hash}'`)).toHaveLength(1)
}

const nextDownload = (page: Page) => page.waitForEvent('download')

/** Checks that no download is saved during `work`. */
async function expectNothingSaved(page: Page, work: () => Promise<void>): Promise<void> {
  const saved: Download[] = []
  const note = (download: Download) => saved.push(download)
  page.on('download', note)
  await work()
  page.off('download', note)
  expect(saved).toEqual([])
}

matrix('11 downloads the purchase', {
  offline: [
    'the list of what was bought is there, and the files come when the network does',
    async ({ page, context, network }) => {
      await buy(page)
      network.set(gone)
      await unplug(context)
      await page.reload()
      await expectPaid(page)
      await expect(says(page, /, \d\d:\d\d$/)).toBeVisible()
      network.clear()
      await unplug(context, false)
      await page.reload()
      const saved = nextDownload(page)
      await saveButton(page).click()
      await expectOriginal(saved)
    },
  ],
  lieFi: [
    'what has stopped goes on from its byte',
    async ({ page, context, network }) => {
      await context.clock.install()
      await buy(page)
      network.set([{ fault: { type: 'stall', way: 'response', afterBytes: 30_000 }, path: files, times: 1 }])
      const saved = nextDownload(page)
      await saveButton(page).click()
      await network.seen(({ path, passed }) => files.test(path) && passed.response === 30_000)
      const asked = () => network.log.filter(({ path }) => files.test(path))
      await expect
        .poll(async () => {
          await page.clock.fastForward(10_000)
          return asked().length
        })
        .toBeGreaterThan(1)
      await expectOriginal(saved)
      expect(asked().at(-1)).toMatchObject({
        status: 206,
        headers: { range: expect.stringMatching(/^bytes=[1-9]\d*-$/) },
      })
    },
  ],
  portal: [
    'its page is never saved as a photo',
    async ({ page, context, network }) => {
      await context.clock.install()
      await buy(page)
      network.set([{ fault: { type: 'portal', status: 200 }, path: files }, ...portal.slice(1)])
      await expectNothingSaved(page, async () => {
        await saveButton(page).click()
        await network.seen(({ path, status }) => files.test(path) && status === 200)
        await expect
          .poll(async () => {
            await page.clock.fastForward(10_000)
            return page.getByRole('alert').count()
          })
          .toBeGreaterThan(0)
      })
      network.clear()
      const saved = nextDownload(page)
      await page.getByRole('button', { name: /^Скачать ещё раз: .+, \d\d:\d\d/ }).click()
      await expectOriginal(saved)
    },
  ],
  failing: [
    'a file that failed can be tried again, the others come meanwhile',
    async ({ page, context, network }) => {
      await context.clock.install()
      await buy(page)
      network.set([{ fault: { type: 'page', status: 502 }, path: files, times: 5 }])
      await saveButton(page).click()
      await expect
        .poll(async () => {
          await page.clock.fastForward(10_000)
          return page.getByRole('alert').count()
        })
        .toBeGreaterThan(0)
      const other = nextDownload(page)
      await saveButton(page).click()
      await expectOriginal(other)
      const again = nextDownload(page)
      await page.getByRole('button', { name: /^Скачать ещё раз: .+, \d\d:\d\d/ }).click()
      await expectOriginal(again)
    },
  ],
  expired: [
    'a new link, and nothing is paid again',
    async ({ page, network }) => {
      await buy(page)
      network.set([{ fault: { type: 'answer', status: 410, code: 'LinkExpired' }, path: files, times: 1 }])
      const saved = nextDownload(page)
      await saveButton(page).click()
      await expectOriginal(saved)
      expect(listExchanges(network, createPayment)).toHaveLength(1)
    },
  ],
  killed: [
    'the order is there at the next start, and a file goes on from its byte',
    async ({ phone, network }) => {
      const page = await phone.open('/')
      await buy(page)
      const { pathname } = new URL(page.url())
      network.set([{ fault: { type: 'stall', way: 'response', afterBytes: 30_000 }, path: files, times: 1 }])
      await saveButton(page).click()
      await network.seen(({ path, passed }) => files.test(path) && passed.response === 30_000)
      await expect.poll(async () => JSON.stringify(await readStores(page))).toContain('"30000 bytes"')
      await phone.kill()
      network.clear()
      const again = await phone.open(pathname)
      await expectPaid(again)
      const saved = nextDownload(again)
      await saveButton(again).click()
      await expectOriginal(saved)
      const last = network.log.findLast(({ path }) => files.test(path))
      expect(last).toMatchObject({ status: 206, headers: { range: 'bytes=30000-' } })
      expect(JSON.stringify(await readStores(again))).not.toContain('fileParts/')
    },
  ],
  update: [
    'links do not depend on the version',
    async ({ page, network }) => {
      await buy(page)
      network.set([anotherBuild])
      await page.evaluate(async () => {
        await (await navigator.serviceWorker.getRegistration())?.update()
      })
      const saved = nextDownload(page)
      await saveButton(page).click()
      await expectOriginal(saved)
    },
  ],
})
