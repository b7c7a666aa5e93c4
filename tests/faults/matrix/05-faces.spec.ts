import type { Page } from '@playwright/test'
import { getSelfie } from '../../../contract/recognition.ts'
import { recogniseUpload } from '../../../contract/uploads.ts'
import type { FaultProxy } from '../../../scripts/faults/proxy.ts'
import type { Rule } from '../../../scripts/faults/rules.ts'
import { anotherBuild, expired, failing, gone, lieFi, portal, unplug } from '../networks.ts'
import {
  found,
  keptSelfie,
  listExchanges,
  onMine,
  openCamera,
  pathOfCall,
  type StoredSelfie,
  says,
  takeSelfie,
  visitEvent,
} from '../runner.ts'
import { expect, rows } from '../test-server.ts'
import { matrix } from './matrix.ts'

const asked = pathOfCall(getSelfie)

/** Makes the service report the search as still in progress. */
const stillLooking: readonly Rule[] = [recogniseUpload, getSelfie].map((call) => ({
  fault: {
    type: 'rewrite',
    rewrite: (text) => JSON.stringify({ ...(JSON.parse(text) as object), state: 'Processing', persons: [] }),
  },
  method: call.method,
  path: pathOfCall(call),
}))

const searching = (page: Page) => page.getByRole('heading', { level: 1, name: /Ищем вас/ })

/** Goes from the first visit to the pending search. */
async function comeToSearching(page: Page, network: FaultProxy): Promise<StoredSelfie> {
  await visitEvent(page)
  network.set(stillLooking)
  await openCamera(page)
  await takeSelfie(page)
  await expect(searching(page)).toBeVisible()
  const selfie = await keptSelfie(page)
  expect(selfie.selfie).toMatchObject({ state: 'Processing' })
  return selfie
}

/** Checks that the page shows no result, and still has the same selfie. */
async function expectStillSearching(page: Page, before: StoredSelfie): Promise<void> {
  await expect(searching(page)).toBeVisible()
  await expect(says(page, /Нашли \d|не нашли|Фото не найдены/)).toBeHidden()
  expect((await keptSelfie(page)).selfie?.selfieId).toBe(before.selfie?.selfieId)
}

/** Checks the result of this selfie, which was recognized once. */
async function expectResult(page: Page, before: StoredSelfie): Promise<void> {
  await expect(found(page)).toBeVisible()
  const { id, selfie } = await keptSelfie(page)
  expect(selfie).toMatchObject({ selfieId: before.selfie?.selfieId, state: 'Ready' })
  const kept = await rows<{ id: string }>(`select id from selfies where idempotency_key = '${id}'`)
  expect(kept).toEqual([{ id: before.selfie?.selfieId }])
}

matrix('5 waits for the faces', {
  offline: [
    'it says that the search continues without the page',
    async ({ page, context, network }) => {
      const before = await comeToSearching(page, network)
      network.set(gone)
      await unplug(context)
      await expect(says(page, /Нет сети\. Поиск идёт без вас/)).toBeVisible()
      await expectStillSearching(page, before)
      network.clear()
      await unplug(context, false)
      await expectResult(page, before)
    },
  ],
  lieFi: [
    'it asks on and gives no verdict',
    async ({ page, context, network }) => {
      await context.clock.install()
      const before = await comeToSearching(page, network)
      network.set(lieFi)
      const soFar = listExchanges(network, getSelfie).length
      await expect
        .poll(async () => {
          await page.clock.fastForward(9_000)
          return listExchanges(network, getSelfie).length
        })
        .toBeGreaterThan(soFar + 1)
      await expectStillSearching(page, before)
      network.clear()
      await page.clock.fastForward(10_000)
      await expectResult(page, before)
    },
  ],
  portal: [
    'its page is no result',
    async ({ page, network }) => {
      const before = await comeToSearching(page, network)
      network.set(portal)
      await network.seen(({ path, faults }) => asked.test(path) && faults.includes('portal'))
      await expectStillSearching(page, before)
      network.clear()
      await expectResult(page, before)
    },
  ],
  failing: [
    'after three failures it says whom to ask, and asks on',
    async ({ page, context, network }) => {
      await context.clock.install()
      const before = await comeToSearching(page, network)
      network.set([failing(asked)])
      await expect
        .poll(async () => {
          await page.clock.fastForward(5_000)
          return says(page, /Сервис не отвечает\. Селфи у него/).isVisible()
        })
        .toBe(true)
      expect(listExchanges(network, getSelfie).filter(({ status }) => status === 500)).toHaveLength(3)
      await expectStillSearching(page, before)
      network.clear()
      await page.clock.fastForward(60_000)
      await expectResult(page, before)
    },
  ],
  expired: [
    'the same selfie is asked for again',
    async ({ page, network }) => {
      const before = await comeToSearching(page, network)
      network.set([expired(asked, 1)])
      await network.seen(({ path, status }) => asked.test(path) && status === 401)
      await expectResult(page, before)
    },
  ],
  killed: [
    'the next start goes on with the same selfie',
    async ({ phone, network }) => {
      const before = await comeToSearching(await phone.open('/'), network)
      await phone.kill()
      network.clear()
      const again = await phone.open('/')
      await expect.poll(async () => (await keptSelfie(again)).selfie?.state).toBe('Ready')
      await again.goto(onMine)
      await expectResult(again, before)
    },
  ],
  update: [
    'the new version goes on with the same selfie',
    async ({ page, network }) => {
      const before = await comeToSearching(page, network)
      network.set([anotherBuild, ...stillLooking])
      await page.goto('/')
      await expect(says(page, 'Вышла новая версия.')).toBeVisible()
      const reloaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Обновить' }).click()
      await reloaded
      network.clear()
      await expect.poll(async () => (await keptSelfie(page)).selfie?.state).toBe('Ready')
      await page.goto(onMine)
      await expectResult(page, before)
    },
  ],
})
