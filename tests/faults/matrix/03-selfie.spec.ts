import type { Page } from '@playwright/test'
import type { Rule } from '../../../scripts/faults/rules.ts'
import {
  anotherBuild,
  badGateway,
  captivePortal,
  expireTokens,
  lieFi,
  setOffline,
  unreachable,
} from '../networks.ts'
import {
  eventPath,
  findOwnPhotos,
  findVisibleText,
  hashStoredBytes,
  listUnsentKinds,
  openCamera,
  readStoredSelfie,
  selfiePath,
  takeSelfie,
  visitEvent,
} from '../steps.ts'
import { expect, queryRows } from '../test-server.ts'
import { type CellFixtures, matrix } from './matrix.ts'

const sentText = /Отправлено|Селфи передано|уже отправлен/

/** Checks that the selfie is stored on this phone, and not reported as sent. */
async function expectStoredOnDevice(page: Page): Promise<void> {
  await expect(findVisibleText(page, /Селфи (сохранено|остаётся) на телефоне/)).toBeVisible()
  await expect(findVisibleText(page, sentText)).toBeHidden()
  const selfie = await readStoredSelfie(page)
  expect(selfie.stage).toBe('saved')
  expect(await hashStoredBytes(page)).toBe(selfie.sha256)
  expect(await listUnsentKinds(page)).toEqual(['selfie'])
  expect(await queryRows(`select 1 from selfies where idempotency_key = '${selfie.id}'`)).toEqual([])
}

/** Opens the camera on a good network and takes the selfie on a bad one. */
const storesSelfieWith =
  (rules: readonly Rule[]) =>
  async ({ page, network }: CellFixtures) => {
    await visitEvent(page)
    await openCamera(page)
    network.set(rules)
    await takeSelfie(page)
    await expectStoredOnDevice(page)
  }

matrix('3 takes a selfie', {
  offline: [
    'it works, and is saved on this phone after it was read back',
    async (fixtures) => {
      const { context } = fixtures
      await setOffline(context, false)
      await visitEvent(fixtures.page)
      await openCamera(fixtures.page)
      await setOffline(context)
      fixtures.network.set(unreachable)
      await takeSelfie(fixtures.page)
      await expectStoredOnDevice(fixtures.page)
      await expect(findVisibleText(fixtures.page, /Уйдёт само, как только появится сеть/)).toBeVisible()
    },
  ],
  lieFi: ['saved on this phone', storesSelfieWith(lieFi)],
  portal: ['saved on this phone, with a hint to sign in', storesSelfieWith(captivePortal)],
  failing: ['saved on this phone', storesSelfieWith(badGateway)],
  expired: ['saved on this phone', storesSelfieWith([expireTokens(/^\/public\/(uploads|recognition)\//)])],
  killed: [
    'it is kept once it was read back, and goes up once after the next start',
    async ({ phone, network }) => {
      const page = await phone.open('/')
      await visitEvent(page)
      await openCamera(page)
      network.set(unreachable)
      await takeSelfie(page)
      await expectStoredOnDevice(page)
      const selfieBefore = await readStoredSelfie(page)
      await phone.kill()
      const reopened = await phone.open(eventPath)
      await expect(findVisibleText(reopened, /Селфи (ждёт сети|в очереди, нет сети)/)).toBeVisible()
      await reopened.goto(selfiePath)
      await expectStoredOnDevice(reopened)
      expect((await readStoredSelfie(reopened)).id).toBe(selfieBefore.id)
      network.clear()
      await expect(findOwnPhotos(reopened)).toBeVisible()
      await expect.poll(async () => (await readStoredSelfie(reopened)).stage).toBe('answered')
      await expect.poll(() => listUnsentKinds(reopened)).toEqual([])
      const arrived = await queryRows<{ sha256: string }>(
        `select sha256 from uploads where key = '${selfieBefore.id}'`,
      )
      expect(arrived).toEqual([{ sha256: selfieBefore.sha256 }])
      expect(
        await queryRows(`select 1 from selfies where idempotency_key = '${selfieBefore.id}'`),
      ).toHaveLength(1)
    },
  ],
  update: [
    'a new version does not interrupt the camera',
    async ({ page, network }) => {
      await visitEvent(page)
      network.set([anotherBuild])
      await openCamera(page)
      await network.waitForExchange(({ path, status }) => path.startsWith('/sw.js') && status === 200)
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      await expect(findVisibleText(page, 'Вышла новая версия.')).toBeHidden()
      await takeSelfie(page)
      await expect(findOwnPhotos(page)).toBeVisible()
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
      const selfie = await readStoredSelfie(page)
      expect(await queryRows(`select 1 from selfies where idempotency_key = '${selfie.id}'`)).toHaveLength(1)
    },
  ],
})
