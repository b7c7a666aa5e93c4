import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { continueUpload, recogniseUpload } from '../../contract/uploads.ts'
import type { FaultProxy } from '../../scripts/faults/proxy.ts'
import { randomFrom } from '../../scripts/faults/random.ts'
import type { Rule } from '../../scripts/faults/rules.ts'
import type { Phone } from './phone.ts'
import {
  found,
  listExchanges,
  nextExchange,
  onSelfie,
  pathOfCall,
  readCollection,
  type StoredSelfie,
  says,
  selfieFile,
  takeSelfie,
  visitEvent,
  waiting,
  wasServed,
} from './runner.ts'
import { expect, rows, test } from './test-server.ts'

const isAll = process.env.FAULTS === 'all'
const killsInAll = Number(process.env.KILLS ?? (isAll ? 300 : 6))
const seed = Number(process.env.SEED ?? (isAll ? Date.now() % 1_000_000 : 7))

/** Slows down uploads only, so that a selfie takes seconds while the app loads fast. */
const slowUplink: readonly Rule[] = [
  { fault: { type: 'bandwidth', bytesPerSecond: 40_000 }, method: 'PATCH', path: pathOfCall(continueUpload) },
]

/** The history of one selfie through all kills. */
interface Fate {
  /** Whether the screen reported it as saved. */
  wasSaid: boolean
  /** The record found on the device afterwards. */
  kept?: StoredSelfie
}

test('a selfie that was called saved arrives, once, whenever the browser is killed', async ({
  phone,
  network,
}) => {
  test.setTimeout(120_000 + killsInAll * 20_000)
  const startedOn = new Date()
  const random = randomFrom(seed)
  const fates: Fate[] = []
  let kills = 0
  const kill = async () => {
    await phone.kill()
    kills += 1
  }
  await visitEvent(await phone.open('/'))
  for (let left = killsInAll; left > 0; left = killsInAll - kills) {
    const enough = kills + Math.min(1 + Math.floor(random() * 6), left)
    const fate: Fate = { wasSaid: false }
    network.set(slowUplink)
    const page = await aim(phone)
    const arrived = nextExchange(network, recogniseUpload, wasServed)
    await takeSelfie(page, await anotherPicture())
    const said = untilSaid(page, fate)
    if (random() < 0.2) {
      // possibly before anything of it is stored
      await Promise.race([said, sleep(random() * 3_000)])
      await kill()
      await phone.open('/')
    } else await said
    fate.kept = await selfieOtherThan(fates, await phone.page())
    fates.push(fate)
    // never reported as saved, and not stored: nothing is lost
    if (!fate.kept) continue
    let opening: Promise<unknown> | undefined
    for (let rest = enough - kills; rest > 0; rest--) {
      await someMoment(network, random, arrived)
      await kill()
      // the browser may be killed before the page is loaded
      opening = phone.open('/').catch(() => {})
      await phone.context()
    }
    network.clear()
    await opening
    await expectArrived(await phone.open('/'), fate.kept)
  }
  const { lost, twice } = await verdictOn(fates, startedOn)
  const said = fates.filter(({ wasSaid }) => wasSaid).length
  const resumed = listExchanges(network, continueUpload).filter(
    ({ headers }) => Number(headers['upload-offset']) > 0,
  )
  console.log(
    `kills, seed ${seed}: ${kills} kills of ${fates.length} selfies; ${said} were called saved: ${lost} of them lost, ` +
      `${twice} there twice; ${resumed.length} pieces sent from where the service was, ` +
      `${Math.round((Date.now() - startedOn.getTime()) / 1_000)} s`,
  )
  expect({ lost, twice }).toEqual({ lost: 0, twice: 0 })
})

/** Opens the camera for another picture. */
async function aim(phone: Phone): Promise<Page> {
  const page = await phone.open(onSelfie)
  const agree = page.getByRole('button', { name: 'Принять и открыть камеру' })
  const shoot = page.getByRole('button', { name: 'Снять', exact: true })
  const next = shoot.or(found(page)).first()
  // a lost consent is restored from its second copy, possibly after the page has asked again
  await Promise.race([agree.click(), next.waitFor()])
  await expect(next).toBeVisible()
  // the page shows the previous result once
  if (await found(page).isVisible()) return aim(phone)
  await expect(shoot).toBeVisible()
  return page
}

/** Returns a picture of Andrei with a unique mark in a corner. */
async function anotherPicture(): Promise<Buffer> {
  const speckles = { width: 24, height: 24, channels: 3 as const }
  const input = randomBytes(24 * 24 * 3)
  return sharp(selfieFile)
    .composite([{ input, raw: speckles, left: 0, top: 0 }])
    .jpeg()
    .toBuffer()
}

/** Waits until the screen reports the selfie as saved, or the browser is killed. */
async function untilSaid(page: Page, fate: Fate): Promise<void> {
  try {
    await says(page, /Селфи (сохранено|остаётся) на телефоне/).waitFor({ timeout: 60_000 })
    fate.wasSaid = true
  } catch (error) {
    if (!page.isClosed()) throw error
  }
}

async function selfieOtherThan(fates: readonly Fate[], page: Page): Promise<StoredSelfie | undefined> {
  const known = new Set(fates.map(({ kept }) => kept?.id))
  const all = await readCollection<StoredSelfie>(page, 'selfies')
  return [...all.values()].find(({ id }) => !known.has(id))
}

/** Waits for a random moment: during the app's start, between two bytes, or around the service's answer. */
async function someMoment(network: FaultProxy, random: () => number, arrived: Promise<unknown>) {
  const share = random()
  const inMs = random() * 2_500
  const bytes = 1 + Math.floor(random() * 60_000)
  if (share < 0.4) return sleep(inMs)
  const moved = nextExchange(network, continueUpload, ({ passed }) => passed.request >= bytes)
  if (share < 0.9) return Promise.race([moved, arrived.then(() => sleep(inMs))])
  return arrived.then(() => sleep(inMs / 20))
}

async function expectArrived(page: Page, { id }: StoredSelfie): Promise<void> {
  const stage = async () => (await readCollection<StoredSelfie>(page, 'selfies')).get(id)?.stage
  await expect.poll(stage, { timeout: 60_000 }).toBe('answered')
  await expect.poll(() => waiting(page)).toEqual([])
}

/** Counts lost and duplicate selfies at the service, by their keys and their bytes. */
async function verdictOn(fates: readonly Fate[], startedOn: Date): Promise<{ lost: number; twice: number }> {
  let [lost, twice] = [0, 0]
  for (const { wasSaid, kept } of fates) {
    const mine = `select request_hash from selfies where idempotency_key = '${kept?.id}'`
    const recognised = await rows(
      `select 1 from selfies where request_hash in (${mine}) and created_on >= '${startedOn.toISOString()}'`,
    )
    const stored = await rows(`select 1 from uploads where sha256 = '${kept?.sha256}'`)
    if ((wasSaid || kept) && (recognised.length === 0 || stored.length === 0)) lost += 1
    if (recognised.length > 1 || stored.length > 1) twice += 1
  }
  return { lost, twice }
}
