import type { Page } from '@playwright/test'
import { getSelfie } from '../../../contract/recognition.ts'
import { recogniseUpload } from '../../../contract/uploads.ts'
import type { FaultProxy } from '../../../scripts/faults/proxy.ts'
import type { Rule } from '../../../scripts/faults/rules.ts'
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
  openCamera,
  ownPhotosPath,
  readStoredSelfie,
  type StoredSelfie,
  takeSelfie,
  toCallPattern,
  visitEvent,
} from '../steps.ts'
import { expect, queryRows } from '../test-server.ts'
import { matrix } from './matrix.ts'

const selfiePattern = toCallPattern(getSelfie)

/** Makes the service report the search as still in progress. */
const pendingSearch: readonly Rule[] = [recogniseUpload, getSelfie].map((call) => ({
  fault: {
    type: 'rewrite',
    rewrite: (text) => JSON.stringify({ ...(JSON.parse(text) as object), state: 'Processing', persons: [] }),
  },
  method: call.method,
  path: toCallPattern(call),
}))

const findSearchingHeading = (page: Page) => page.getByRole('heading', { level: 1, name: /Ищем вас/ })

/** Goes from the first visit to the pending search. */
async function startSearch(page: Page, network: FaultProxy): Promise<StoredSelfie> {
  await visitEvent(page)
  network.set(pendingSearch)
  await openCamera(page)
  await takeSelfie(page)
  await expect(findSearchingHeading(page)).toBeVisible()
  const selfie = await readStoredSelfie(page)
  expect(selfie.selfie).toMatchObject({ state: 'Processing' })
  return selfie
}

/** Checks that the page shows no result, and still has the same selfie. */
async function expectStillSearching(page: Page, selfieBefore: StoredSelfie): Promise<void> {
  await expect(findSearchingHeading(page)).toBeVisible()
  await expect(findVisibleText(page, /Нашли \d|не нашли|Фото не найдены/)).toBeHidden()
  expect((await readStoredSelfie(page)).selfie?.selfieId).toBe(selfieBefore.selfie?.selfieId)
}

/** Checks the result of this selfie, which was recognized once. */
async function expectResult(page: Page, selfieBefore: StoredSelfie): Promise<void> {
  await expect(findOwnPhotos(page)).toBeVisible()
  const { id, selfie } = await readStoredSelfie(page)
  expect(selfie).toMatchObject({ selfieId: selfieBefore.selfie?.selfieId, state: 'Ready' })
  const selfieRows = await queryRows<{ id: string }>(`select id from selfies where idempotency_key = '${id}'`)
  expect(selfieRows).toEqual([{ id: selfieBefore.selfie?.selfieId }])
}

matrix('5 waits for the search result', {
  offline: [
    'it says that the search continues without the page',
    async ({ page, context, network }) => {
      const selfieBefore = await startSearch(page, network)
      network.set(unreachable)
      await setOffline(context)
      await expect(findVisibleText(page, /Нет сети\. Поиск идёт без вас/)).toBeVisible()
      await expectStillSearching(page, selfieBefore)
      network.clear()
      await setOffline(context, false)
      await expectResult(page, selfieBefore)
    },
  ],
  lieFi: [
    'the page keeps polling and shows no result',
    async ({ page, context, network }) => {
      await context.clock.install()
      const selfieBefore = await startSearch(page, network)
      network.set(lieFi)
      const exchangeCount = listExchanges(network, getSelfie).length
      await expect
        .poll(async () => {
          await page.clock.fastForward(9_000)
          return listExchanges(network, getSelfie).length
        })
        .toBeGreaterThan(exchangeCount + 1)
      await expectStillSearching(page, selfieBefore)
      network.clear()
      await page.clock.fastForward(10_000)
      await expectResult(page, selfieBefore)
    },
  ],
  portal: [
    'the sign-in page of the Wi-Fi is not taken for a result',
    async ({ page, network }) => {
      const selfieBefore = await startSearch(page, network)
      network.set(captivePortal)
      await network.waitForExchange(
        ({ path, faults }) => selfiePattern.test(path) && faults.includes('portal'),
      )
      await expectStillSearching(page, selfieBefore)
      network.clear()
      await expectResult(page, selfieBefore)
    },
  ],
  failing: [
    'after three failures the page shows the support contact and keeps polling',
    async ({ page, context, network }) => {
      await context.clock.install()
      const selfieBefore = await startSearch(page, network)
      network.set([failCalls(selfiePattern)])
      await expect
        .poll(async () => {
          await page.clock.fastForward(5_000)
          return findVisibleText(page, /Сервис не отвечает\. Селфи у него/).isVisible()
        })
        .toBe(true)
      expect(listExchanges(network, getSelfie).filter(({ status }) => status === 500)).toHaveLength(3)
      await expectStillSearching(page, selfieBefore)
      network.clear()
      await page.clock.fastForward(60_000)
      await expectResult(page, selfieBefore)
    },
  ],
  expired: [
    'the same selfie is asked for again',
    async ({ page, network }) => {
      const selfieBefore = await startSearch(page, network)
      network.set([expireTokens(selfiePattern, 1)])
      await network.waitForExchange(({ path, status }) => selfiePattern.test(path) && status === 401)
      await expectResult(page, selfieBefore)
    },
  ],
  killed: [
    'the next start goes on with the same selfie',
    async ({ phone, network }) => {
      const selfieBefore = await startSearch(await phone.open('/'), network)
      await phone.kill()
      network.clear()
      const reopened = await phone.open('/')
      await expect.poll(async () => (await readStoredSelfie(reopened)).selfie?.state).toBe('Ready')
      await reopened.goto(ownPhotosPath)
      await expectResult(reopened, selfieBefore)
    },
  ],
  update: [
    'the new version goes on with the same selfie',
    async ({ page, network }) => {
      const selfieBefore = await startSearch(page, network)
      network.set([anotherBuild, ...pendingSearch])
      await page.goto('/')
      await expect(findVisibleText(page, 'Вышла новая версия.')).toBeVisible()
      const reloaded = page.waitForEvent('load')
      await page.getByRole('button', { name: 'Обновить' }).click()
      await reloaded
      network.clear()
      await expect.poll(async () => (await readStoredSelfie(page)).selfie?.state).toBe('Ready')
      await page.goto(ownPhotosPath)
      await expectResult(page, selfieBefore)
    },
  ],
})
