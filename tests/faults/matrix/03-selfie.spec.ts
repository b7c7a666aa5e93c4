import type { Page } from '@playwright/test'
import type { Rule } from '../../../scripts/faults/rules.ts'
import { anotherBuild, badGateway, expired, gone, lieFi, portal, unplug } from '../networks.ts'
import {
  found,
  hashOfKeptBytes,
  keptSelfie,
  onEvent,
  onSelfie,
  openCamera,
  says,
  takeSelfie,
  visitEvent,
  waiting,
} from '../runner.ts'
import { expect, rows } from '../test-server.ts'
import { matrix, type Stage } from './matrix.ts'

const sent = /Отправлено|Селфи передано|уже отправлен/

/** Checks that the selfie is stored on this phone, and not reported as sent. */
async function expectSavedHere(page: Page): Promise<void> {
  await expect(says(page, /Селфи (сохранено|остаётся) на телефоне/)).toBeVisible()
  await expect(says(page, sent)).toBeHidden()
  const selfie = await keptSelfie(page)
  expect(selfie.stage).toBe('saved')
  expect(await hashOfKeptBytes(page)).toBe(selfie.sha256)
  expect(await waiting(page)).toEqual(['selfie'])
  expect(await rows(`select 1 from selfies where idempotency_key = '${selfie.id}'`)).toEqual([])
}

/** Opens the camera on a good network and takes the selfie on a bad one. */
const savedWhen =
  (rules: readonly Rule[]) =>
  async ({ page, network }: Stage) => {
    await visitEvent(page)
    await openCamera(page)
    network.set(rules)
    await takeSelfie(page)
    await expectSavedHere(page)
  }

matrix('3 takes a selfie', {
  offline: [
    'it works, and is saved on this phone after it was read back',
    async (stage) => {
      const { context } = stage
      await unplug(context, false)
      await visitEvent(stage.page)
      await openCamera(stage.page)
      await unplug(context)
      stage.network.set(gone)
      await takeSelfie(stage.page)
      await expectSavedHere(stage.page)
      await expect(says(stage.page, /Уйдёт само, как только появится сеть/)).toBeVisible()
    },
  ],
  lieFi: ['saved on this phone', savedWhen(lieFi)],
  portal: ['saved on this phone, with a hint to sign in', savedWhen(portal)],
  failing: ['saved on this phone', savedWhen(badGateway)],
  expired: ['saved on this phone', savedWhen([expired(/^\/public\/(uploads|recognition)\//)])],
  killed: [
    'it is kept once it was read back, and goes up once after the next start',
    async ({ phone, network }) => {
      const page = await phone.open('/')
      await visitEvent(page)
      await openCamera(page)
      network.set(gone)
      await takeSelfie(page)
      await expectSavedHere(page)
      const before = await keptSelfie(page)
      await phone.kill()
      const again = await phone.open(onEvent)
      await expect(says(again, /Селфи (ждёт сети|в очереди, нет сети)/)).toBeVisible()
      await again.goto(onSelfie)
      await expectSavedHere(again)
      expect((await keptSelfie(again)).id).toBe(before.id)
      network.clear()
      await expect(found(again)).toBeVisible()
      await expect.poll(async () => (await keptSelfie(again)).stage).toBe('answered')
      await expect.poll(() => waiting(again)).toEqual([])
      const arrived = await rows<{ sha256: string }>(`select sha256 from uploads where key = '${before.id}'`)
      expect(arrived).toEqual([{ sha256: before.sha256 }])
      expect(await rows(`select 1 from selfies where idempotency_key = '${before.id}'`)).toHaveLength(1)
    },
  ],
  update: [
    'a new version does not interrupt the camera',
    async ({ page, network }) => {
      await visitEvent(page)
      network.set([anotherBuild])
      await openCamera(page)
      await network.seen(({ path, status }) => path.startsWith('/sw.js') && status === 200)
      await page.evaluate(() => Object.assign(window, { isSamePage: true }))
      await expect(says(page, 'Вышла новая версия.')).toBeHidden()
      await takeSelfie(page)
      await expect(found(page)).toBeVisible()
      expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
      const selfie = await keptSelfie(page)
      expect(await rows(`select 1 from selfies where idempotency_key = '${selfie.id}'`)).toHaveLength(1)
    },
  ],
})
