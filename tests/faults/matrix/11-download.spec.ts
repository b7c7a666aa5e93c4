import { readFile } from 'node:fs/promises'
import type { Download, Locator, Page } from '@playwright/test'
import { createPayment } from '../../../contract/invoices.ts'
import { sha256 } from '../../../server/platform/ids.ts'
import { chooseAtBank, expectPaid } from '../../journeys/purchase-steps.ts'
import { readStores } from '../device.ts'
import { anotherBuild, captivePortal, setOffline, unreachable } from '../networks.ts'
import { findVisibleText, goToBank, listExchanges } from '../steps.ts'
import { expect, queryRows } from '../test-server.ts'
import { matrix } from './matrix.ts'

const filesPath = /^\/files\//
const findSaveButton = (page: Page): Locator =>
  page.getByRole('button', { name: /^Скачать: .+, \d\d:\d\d/ }).first()

/** Buys photos and waits for the order's page with its files. */
async function buyPhotos(page: Page): Promise<void> {
  await goToBank(page)
  await chooseAtBank(page, 'Оплатить')
  await expectPaid(page)
  await expect(findSaveButton(page)).toBeVisible()
}

/** Checks that the download is byte-identical to an original of the shop. */
async function expectOriginal(download: Promise<Download>): Promise<void> {
  const hash = sha256(await readFile(await (await download).path()))
  expect(await queryRows(`select 1 from photos where sha256 = '${hash}'`)).toHaveLength(1)
}

const waitForDownload = (page: Page) => page.waitForEvent('download')

/** Checks that no download is saved during `work`. */
async function expectNoDownload(page: Page, work: () => Promise<void>): Promise<void> {
  const saved: Download[] = []
  const recordDownload = (download: Download) => saved.push(download)
  page.on('download', recordDownload)
  await work()
  page.off('download', recordDownload)
  expect(saved).toEqual([])
}

matrix('11 downloads the purchase', {
  offline: [
    'the list of what was bought is there, and the files come when the network does',
    async ({ page, context, network }) => {
      await buyPhotos(page)
      network.set(unreachable)
      await setOffline(context)
      await page.reload()
      await expectPaid(page)
      await expect(findVisibleText(page, /, \d\d:\d\d$/)).toBeVisible()
      network.clear()
      await setOffline(context, false)
      await page.reload()
      const download = waitForDownload(page)
      await findSaveButton(page).click()
      await expectOriginal(download)
    },
  ],
  lieFi: [
    'what has stopped goes on from its byte',
    async ({ page, context, network }) => {
      await context.clock.install()
      await buyPhotos(page)
      network.set([
        { fault: { type: 'stall', way: 'response', afterBytes: 30_000 }, path: filesPath, times: 1 },
      ])
      const download = waitForDownload(page)
      await findSaveButton(page).click()
      await network.waitForExchange(({ path, passed }) => filesPath.test(path) && passed.response === 30_000)
      const listFileRequests = () => network.log.filter(({ path }) => filesPath.test(path))
      await expect
        .poll(async () => {
          await page.clock.fastForward(10_000)
          return listFileRequests().length
        })
        .toBeGreaterThan(1)
      await expectOriginal(download)
      expect(listFileRequests().at(-1)).toMatchObject({
        status: 206,
        headers: { range: expect.stringMatching(/^bytes=[1-9]\d*-$/) },
      })
    },
  ],
  portal: [
    'its page is never saved as a photo',
    async ({ page, context, network }) => {
      await context.clock.install()
      await buyPhotos(page)
      network.set([{ fault: { type: 'portal', status: 200 }, path: filesPath }, ...captivePortal.slice(1)])
      await expectNoDownload(page, async () => {
        await findSaveButton(page).click()
        await network.waitForExchange(({ path, status }) => filesPath.test(path) && status === 200)
        await expect
          .poll(async () => {
            await page.clock.fastForward(10_000)
            return page.getByRole('alert').count()
          })
          .toBeGreaterThan(0)
      })
      network.clear()
      const download = waitForDownload(page)
      await page.getByRole('button', { name: /^Скачать ещё раз: .+, \d\d:\d\d/ }).click()
      await expectOriginal(download)
    },
  ],
  failing: [
    'a file that failed can be tried again, the others come meanwhile',
    async ({ page, context, network }) => {
      await context.clock.install()
      await buyPhotos(page)
      network.set([{ fault: { type: 'page', status: 502 }, path: filesPath, times: 5 }])
      await findSaveButton(page).click()
      await expect
        .poll(async () => {
          await page.clock.fastForward(10_000)
          return page.getByRole('alert').count()
        })
        .toBeGreaterThan(0)
      const other = waitForDownload(page)
      await findSaveButton(page).click()
      await expectOriginal(other)
      const again = waitForDownload(page)
      await page.getByRole('button', { name: /^Скачать ещё раз: .+, \d\d:\d\d/ }).click()
      await expectOriginal(again)
    },
  ],
  expired: [
    'a new link, and nothing is paid again',
    async ({ page, network }) => {
      await buyPhotos(page)
      network.set([
        { fault: { type: 'answer', status: 410, code: 'LinkExpired' }, path: filesPath, times: 1 },
      ])
      const download = waitForDownload(page)
      await findSaveButton(page).click()
      await expectOriginal(download)
      expect(listExchanges(network, createPayment)).toHaveLength(1)
    },
  ],
  killed: [
    'the order is there at the next start, and a file goes on from its byte',
    async ({ phone, network }) => {
      const page = await phone.open('/')
      await buyPhotos(page)
      const { pathname } = new URL(page.url())
      network.set([
        { fault: { type: 'stall', way: 'response', afterBytes: 30_000 }, path: filesPath, times: 1 },
      ])
      await findSaveButton(page).click()
      await network.waitForExchange(({ path, passed }) => filesPath.test(path) && passed.response === 30_000)
      await expect.poll(async () => JSON.stringify(await readStores(page))).toContain('"30000 bytes"')
      await phone.kill()
      network.clear()
      const again = await phone.open(pathname)
      await expectPaid(again)
      const download = waitForDownload(again)
      await findSaveButton(again).click()
      await expectOriginal(download)
      const last = network.log.findLast(({ path }) => filesPath.test(path))
      expect(last).toMatchObject({ status: 206, headers: { range: 'bytes=30000-' } })
      expect(JSON.stringify(await readStores(again))).not.toContain('fileParts/')
    },
  ],
  update: [
    'links do not depend on the version',
    async ({ page, network }) => {
      await buyPhotos(page)
      network.set([anotherBuild])
      await page.evaluate(async () => {
        await (await navigator.serviceWorker.getRegistration())?.update()
      })
      const download = waitForDownload(page)
      await findSaveButton(page).click()
      await expectOriginal(download)
    },
  ],
})
