import type { Page } from '@playwright/test'
import { continueUpload, createUpload, getUpload } from '../../../contract/uploads.ts'
import type { FaultProxy } from '../../../scripts/faults/proxy.ts'
import type { Rule } from '../../../scripts/faults/rules.ts'
import { anotherBuild, captivePortal, expireTokens, failCalls, setOffline, unreachable } from '../networks.ts'
import {
  eventPath,
  findOwnPhotos,
  findVisibleText,
  listExchanges,
  listUnsentKinds,
  openCamera,
  ownPhotosPath,
  readStoredSelfie,
  takeSelfie,
  visitEvent,
} from '../steps.ts'
import { expect, queryRows } from '../test-server.ts'
import { matrix } from './matrix.ts'

const uploadsPath = /^\/public\/recognition\/api\/v1\/uploads/
const stallAfter = (afterBytes: number): Rule => ({
  fault: { type: 'stall', way: 'request', afterBytes },
  method: 'PATCH',
  path: uploadsPath,
  times: 1,
})

interface UploadRow {
  readonly state: string
  readonly sha256: string
  readonly size_in_bytes: number
  readonly received_in_bytes: number
}

/** Checks that it has arrived completely, was recognized once, and its result is shown. */
async function expectArrivedOnce(page: Page): Promise<void> {
  await expect.poll(async () => (await readStoredSelfie(page)).stage).toBe('answered')
  await expect.poll(() => listUnsentKinds(page)).toEqual([])
  await page.goto(ownPhotosPath)
  await expect(findOwnPhotos(page)).toBeVisible()
  const selfie = await readStoredSelfie(page)
  const arrived = await queryRows<UploadRow>(`select * from uploads where key = '${selfie.id}'`)
  expect(arrived.map(({ sha256 }) => sha256)).toEqual([selfie.sha256])
  expect(await queryRows(`select 1 from selfies where idempotency_key = '${selfie.id}'`)).toHaveLength(1)
}

/** Takes a selfie whose upload stalls. */
async function stallUpload(page: Page, network: FaultProxy, otherRules: readonly Rule[] = []): Promise<void> {
  await visitEvent(page)
  network.set([stallAfter(20_000), ...otherRules])
  await openCamera(page)
  await takeSelfie(page)
  await network.waitForExchange(({ method, passed }) => method === 'PATCH' && passed.request === 20_000)
}

matrix('4 the selfie goes up', {
  offline: [
    'it waits in the queue, which is seen, and goes by itself',
    async ({ page, context, network }) => {
      await visitEvent(page)
      await openCamera(page)
      network.set(unreachable)
      await setOffline(context)
      await takeSelfie(page)
      await page.getByRole('link', { name: 'К фото события' }).click()
      await expect(page).toHaveURL(eventPath)
      await expect(findVisibleText(page, /Селфи (ждёт сети|в очереди, нет сети)/)).toBeVisible()
      expect(await listUnsentKinds(page)).toEqual(['selfie'])
      network.clear()
      await setOffline(context, false)
      await expect(findVisibleText(page, /Наш(ли|ёлся|лось) \d+ фото/)).toBeVisible()
      await expectArrivedOnce(page)
    },
  ],
  lieFi: [
    'what has stopped is given up, and goes on from where the server has it',
    async ({ page, context, network }) => {
      await context.clock.install()
      await stallUpload(page, network)
      await page.clock.fastForward(26_000)
      await network.waitForExchange(
        ({ method, status }) => method === getUpload.method && status === getUpload.status,
      )
      await expectArrivedOnce(page)
      const pieces = listExchanges(network, continueUpload)
      const offsets = pieces.map(({ headers }) => Number(headers['upload-offset']))
      expect(offsets.slice(0, 2)).toEqual([0, 20_000])
      expect(listExchanges(network, createUpload)).toHaveLength(1)
    },
  ],
  portal: [
    'the portal’s page is no receipt: it stays in the queue until a sign-in',
    async ({ page, network }) => {
      await visitEvent(page)
      await openCamera(page)
      network.set(captivePortal)
      await takeSelfie(page)
      await expect(findVisibleText(page, /Войдите в Wi.Fi или отключите его, и оно уйдёт само/)).toBeVisible()
      expect(await listUnsentKinds(page)).toEqual(['selfie'])
      expect((await readStoredSelfie(page)).stage).toBe('saved')
      network.clear()
      await expect(findOwnPhotos(page)).toBeVisible()
      await expectArrivedOnce(page)
    },
  ],
  failing: [
    'it is tried again with growing gaps, under the same key',
    async ({ page, network }) => {
      await visitEvent(page)
      await openCamera(page)
      network.set([failCalls(uploadsPath, 3)])
      await takeSelfie(page)
      await expect(findVisibleText(page, /Сервис не ответил, скоро повторим сами/)).toBeVisible()
      await expect(findOwnPhotos(page)).toBeVisible()
      await expectArrivedOnce(page)
      const keys = listExchanges(network, createUpload).map(({ headers }) => headers['idempotency-key'])
      expect(keys.length).toBeGreaterThan(1)
      expect(new Set(keys).size).toBe(1)
    },
  ],
  expired: [
    'it is tried again, and goes on from the same place',
    async ({ page, network }) => {
      await visitEvent(page)
      await openCamera(page)
      network.set([{ ...expireTokens(uploadsPath, 1, 'PATCH'), skip: 1 }])
      await takeSelfie(page)
      await expect(findOwnPhotos(page)).toBeVisible()
      await expectArrivedOnce(page)
    },
  ],
  killed: [
    'it goes on at the next start from where the server has it',
    async ({ phone, network }) => {
      const page = await phone.open('/')
      await stallUpload(page, network)
      await phone.kill()
      network.clear()
      const reopened = await phone.open('/')
      await expectArrivedOnce(reopened)
      const last = listExchanges(network, continueUpload).at(-1)
      expect(Number(last?.headers['upload-offset'])).toBeGreaterThanOrEqual(20_000)
    },
  ],
  update: [
    'a new version waits until it is through',
    async ({ page, network }) => {
      await stallUpload(page, network, [anotherBuild])
      await network.waitForExchange(({ path, status }) => path.startsWith('/sw.js') && status === 200)
      await expect(findVisibleText(page, 'Вышла новая версия.')).toBeHidden()
      network.set([anotherBuild])
      await expect(findOwnPhotos(page)).toBeVisible()
      await expectArrivedOnce(page)
    },
  ],
})
