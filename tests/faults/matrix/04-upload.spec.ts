import type { Page } from '@playwright/test'
import { continueUpload, createUpload, getUpload } from '../../../contract/uploads.ts'
import type { FaultProxy } from '../../../scripts/faults/proxy.ts'
import type { Rule } from '../../../scripts/faults/rules.ts'
import { anotherBuild, expired, failing, gone, portal, unplug } from '../networks.ts'
import {
  found,
  keptSelfie,
  listExchanges,
  onEvent,
  onMine,
  openCamera,
  says,
  takeSelfie,
  visitEvent,
  waiting,
} from '../runner.ts'
import { expect, rows } from '../test-server.ts'
import { matrix } from './matrix.ts'

const uploads = /^\/public\/recognition\/api\/v1\/uploads/
const stalledAt = (afterBytes: number): Rule => ({
  fault: { type: 'stall', way: 'request', afterBytes },
  method: 'PATCH',
  path: uploads,
  times: 1,
})

interface Upload {
  readonly state: string
  readonly sha256: string
  readonly size_in_bytes: number
  readonly received_in_bytes: number
}

/** Checks that it has arrived completely, was recognized once, and its result is shown. */
async function expectArrivedOnce(page: Page): Promise<void> {
  await expect.poll(async () => (await keptSelfie(page)).stage).toBe('answered')
  await expect.poll(() => waiting(page)).toEqual([])
  await page.goto(onMine)
  await expect(found(page)).toBeVisible()
  const selfie = await keptSelfie(page)
  const arrived = await rows<Upload>(`select * from uploads where key = '${selfie.id}'`)
  expect(arrived.map(({ sha256 }) => sha256)).toEqual([selfie.sha256])
  expect(await rows(`select 1 from selfies where idempotency_key = '${selfie.id}'`)).toHaveLength(1)
}

/** Takes a selfie whose upload stalls. */
async function stopOnTheWay(page: Page, network: FaultProxy, more: readonly Rule[] = []): Promise<void> {
  await visitEvent(page)
  network.set([stalledAt(20_000), ...more])
  await openCamera(page)
  await takeSelfie(page)
  await network.seen(({ method, passed }) => method === 'PATCH' && passed.request === 20_000)
}

matrix('4 the selfie goes up', {
  offline: [
    'it waits in the queue, which is seen, and goes by itself',
    async ({ page, context, network }) => {
      await visitEvent(page)
      await openCamera(page)
      network.set(gone)
      await unplug(context)
      await takeSelfie(page)
      await page.getByRole('link', { name: 'К фото события' }).click()
      await expect(page).toHaveURL(onEvent)
      await expect(says(page, /Селфи (ждёт сети|в очереди, нет сети)/)).toBeVisible()
      expect(await waiting(page)).toEqual(['selfie'])
      network.clear()
      await unplug(context, false)
      await expect(says(page, /Наш(ли|ёлся|лось) \d+ фото/)).toBeVisible()
      await expectArrivedOnce(page)
    },
  ],
  lieFi: [
    'what has stopped is given up, and goes on from where the server has it',
    async ({ page, context, network }) => {
      await context.clock.install()
      await stopOnTheWay(page, network)
      await page.clock.fastForward(26_000)
      await network.seen(({ method, status }) => method === getUpload.method && status === getUpload.status)
      await expectArrivedOnce(page)
      const pieces = listExchanges(network, continueUpload)
      const places = pieces.map(({ headers }) => Number(headers['upload-offset']))
      expect(places.slice(0, 2)).toEqual([0, 20_000])
      expect(listExchanges(network, createUpload)).toHaveLength(1)
    },
  ],
  portal: [
    'the portal’s page is no receipt: it stays in the queue until a sign-in',
    async ({ page, network }) => {
      await visitEvent(page)
      await openCamera(page)
      network.set(portal)
      await takeSelfie(page)
      await expect(says(page, /Войдите в Wi.Fi или отключите его, и оно уйдёт само/)).toBeVisible()
      expect(await waiting(page)).toEqual(['selfie'])
      expect((await keptSelfie(page)).stage).toBe('saved')
      network.clear()
      await expect(found(page)).toBeVisible()
      await expectArrivedOnce(page)
    },
  ],
  failing: [
    'it is tried again with growing gaps, under the same key',
    async ({ page, network }) => {
      await visitEvent(page)
      await openCamera(page)
      network.set([failing(uploads, 3)])
      await takeSelfie(page)
      await expect(says(page, /Сервис не ответил, скоро повторим сами/)).toBeVisible()
      await expect(found(page)).toBeVisible()
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
      network.set([{ ...expired(uploads, 1, 'PATCH'), skip: 1 }])
      await takeSelfie(page)
      await expect(found(page)).toBeVisible()
      await expectArrivedOnce(page)
    },
  ],
  killed: [
    'it goes on at the next start from where the server has it',
    async ({ phone, network }) => {
      const page = await phone.open('/')
      await stopOnTheWay(page, network)
      await phone.kill()
      network.clear()
      const again = await phone.open('/')
      await expectArrivedOnce(again)
      const last = listExchanges(network, continueUpload).at(-1)
      expect(Number(last?.headers['upload-offset'])).toBeGreaterThanOrEqual(20_000)
    },
  ],
  update: [
    'a new version waits until it is through',
    async ({ page, network }) => {
      await stopOnTheWay(page, network, [anotherBuild])
      await network.seen(({ path, status }) => path.startsWith('/sw.js') && status === 200)
      await expect(says(page, 'Вышла новая версия.')).toBeHidden()
      network.set([anotherBuild])
      await expect(found(page)).toBeVisible()
      await expectArrivedOnce(page)
    },
  ],
})
