import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { continueUpload, recogniseUpload } from '../../contract/uploads.ts'
import type { FaultProxy } from '../../scripts/faults/proxy.ts'
import { createRandom } from '../../scripts/faults/random.ts'
import type { Rule } from '../../scripts/faults/rules.ts'
import type { Phone } from './phone.ts'
import {
  findOwnPhotos,
  findVisibleText,
  listExchanges,
  listUnsentKinds,
  readCollection,
  type StoredSelfie,
  selfieFile,
  selfiePath,
  takeSelfie,
  toCallPattern,
  visitEvent,
  waitForExchange,
  wasServed,
} from './steps.ts'
import { expect, queryRows, test } from './test-server.ts'

const isFullRun = process.env.FAULTS === 'all'
const killCount = Number(process.env.KILLS ?? (isFullRun ? 300 : 6))
const seed = Number(process.env.SEED ?? (isFullRun ? Date.now() % 1_000_000 : 7))

/** Slows down uploads only, so that a selfie takes seconds while the app loads fast. */
const slowUplink: readonly Rule[] = [
  {
    fault: { type: 'bandwidth', bytesPerSecond: 40_000 },
    method: 'PATCH',
    path: toCallPattern(continueUpload),
  },
]

/** The history of one selfie through all kills. */
interface SelfieHistory {
  /** Whether the screen reported it as saved. */
  wasReported: boolean
  /** The record found on the device afterwards. */
  stored?: StoredSelfie
}

test('a selfie that was called saved arrives, once, whenever the browser is killed', async ({
  phone,
  network,
}) => {
  test.setTimeout(120_000 + killCount * 20_000)
  const startedOn = new Date()
  const random = createRandom(seed)
  const histories: SelfieHistory[] = []
  let kills = 0
  const kill = async () => {
    await phone.kill()
    kills += 1
  }
  await visitEvent(await phone.open('/'))
  for (let left = killCount; left > 0; left = killCount - kills) {
    const targetKills = kills + Math.min(1 + Math.floor(random() * 6), left)
    const history: SelfieHistory = { wasReported: false }
    network.set(slowUplink)
    const page = await openCameraPage(phone)
    const arrived = waitForExchange(network, recogniseUpload, wasServed)
    await takeSelfie(page, await createPicture())
    const reported = waitUntilReported(page, history)
    if (random() < 0.2) {
      // possibly before anything of it is stored
      await Promise.race([reported, sleep(random() * 3_000)])
      await kill()
      await phone.open('/')
    } else await reported
    history.stored = await findNewSelfie(histories, await phone.page())
    histories.push(history)
    // never reported as saved, and not stored: nothing is lost
    if (!history.stored) continue
    let opening: Promise<unknown> | undefined
    for (let rest = targetKills - kills; rest > 0; rest--) {
      await waitRandomly(network, random, arrived)
      await kill()
      // the browser may be killed before the page is loaded
      opening = phone.open('/').catch(() => {})
      await phone.context()
    }
    network.clear()
    await opening
    await expectArrived(await phone.open('/'), history.stored)
  }
  const { lost, duplicate } = await countLostAndDuplicate(histories, startedOn)
  const reported = histories.filter(({ wasReported }) => wasReported).length
  const resumed = listExchanges(network, continueUpload).filter(
    ({ headers }) => Number(headers['upload-offset']) > 0,
  )
  console.log(
    `kills, seed ${seed}: ${kills} kills of ${histories.length} selfies; ${reported} were called saved: ${lost} of them lost, ` +
      `${duplicate} there twice; ${resumed.length} pieces sent from where the service was, ` +
      `${Math.round((Date.now() - startedOn.getTime()) / 1_000)} s`,
  )
  expect({ lost, duplicate }).toEqual({ lost: 0, duplicate: 0 })
})

/** Opens the camera for another picture. */
async function openCameraPage(phone: Phone): Promise<Page> {
  const page = await phone.open(selfiePath)
  const consentButton = page.getByRole('button', { name: 'Принять и открыть камеру' })
  const shutterButton = page.getByRole('button', { name: 'Снять', exact: true })
  const consentedElement = shutterButton.or(findOwnPhotos(page)).first()
  // a lost consent is restored from its second copy, possibly after the page has asked again
  await Promise.race([consentButton.click(), consentedElement.waitFor()])
  await expect(consentedElement).toBeVisible()
  // the page shows the previous result once
  if (await findOwnPhotos(page).isVisible()) return openCameraPage(phone)
  await expect(shutterButton).toBeVisible()
  return page
}

/** Returns a picture of Andrei with a unique mark in a corner. */
async function createPicture(): Promise<Buffer> {
  const rawImage = { width: 24, height: 24, channels: 3 as const }
  const input = randomBytes(24 * 24 * 3)
  return sharp(selfieFile)
    .composite([{ input, raw: rawImage, left: 0, top: 0 }])
    .jpeg()
    .toBuffer()
}

/** Waits until the screen reports the selfie as saved, or the browser is killed. */
async function waitUntilReported(page: Page, history: SelfieHistory): Promise<void> {
  try {
    await findVisibleText(page, /Селфи (сохранено|остаётся) на телефоне/).waitFor({ timeout: 60_000 })
    history.wasReported = true
  } catch (error) {
    if (!page.isClosed()) throw error
  }
}

async function findNewSelfie(
  histories: readonly SelfieHistory[],
  page: Page,
): Promise<StoredSelfie | undefined> {
  const known = new Set(histories.map(({ stored: kept }) => kept?.id))
  const all = await readCollection<StoredSelfie>(page, 'selfies')
  return [...all.values()].find(({ id }) => !known.has(id))
}

/** Waits for a random moment: during the app's start, between two bytes, or around the service's answer. */
async function waitRandomly(network: FaultProxy, random: () => number, arrived: Promise<unknown>) {
  const share = random()
  const inMs = random() * 2_500
  const bytes = 1 + Math.floor(random() * 60_000)
  if (share < 0.4) return sleep(inMs)
  const bytesSent = waitForExchange(network, continueUpload, ({ passed }) => passed.request >= bytes)
  if (share < 0.9) return Promise.race([bytesSent, arrived.then(() => sleep(inMs))])
  return arrived.then(() => sleep(inMs / 20))
}

async function expectArrived(page: Page, { id }: StoredSelfie): Promise<void> {
  const readStage = async () => (await readCollection<StoredSelfie>(page, 'selfies')).get(id)?.stage
  await expect.poll(readStage, { timeout: 60_000 }).toBe('answered')
  await expect.poll(() => listUnsentKinds(page)).toEqual([])
}

/** Counts lost and duplicate selfies at the service, by their keys and their bytes. */
async function countLostAndDuplicate(
  histories: readonly SelfieHistory[],
  startedOn: Date,
): Promise<{ lost: number; duplicate: number }> {
  let [lost, duplicate] = [0, 0]
  for (const { wasReported, stored: kept } of histories) {
    const requestHashQuery = `select request_hash from selfies where idempotency_key = '${kept?.id}'`
    const recognised = await queryRows(
      `select 1 from selfies where request_hash in (${requestHashQuery}) and created_on >= '${startedOn.toISOString()}'`,
    )
    const stored = await queryRows(`select 1 from uploads where sha256 = '${kept?.sha256}'`)
    if ((wasReported || kept) && (recognised.length === 0 || stored.length === 0)) lost += 1
    if (recognised.length > 1 || stored.length > 1) duplicate += 1
  }
  return { lost, duplicate }
}
