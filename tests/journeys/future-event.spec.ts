import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, test } from '@playwright/test'
import { projectRoot } from '../../server/platform/root.ts'
import { type Installation, openInstallation } from '../support/processes/installation.ts'
import { findAccessibilityViolations } from './accessibility.ts'
import { chooseSelfie } from './selfies.ts'
import { multiplyLimits } from './test-server.ts'

test.describe.configure({ timeout: 180_000 })
test.beforeEach(async ({ context }) => {
  await multiplyLimits(context)
  // the headless shell denies notifications; a visitor's browser has not asked yet
  await context.addInitScript(() =>
    Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'default' }),
  )
})

let folder: string
let installation: Installation

test.beforeAll(async () => {
  test.setTimeout(120_000)
  folder = await mkdtemp(join(tmpdir(), 'photofinish-future-'))
  installation = await openInstallation(join(projectRoot, 'dist/web'))
})

test.afterAll(async () => {
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

/** Creates an event in 90 days that takes pre-orders. */
async function createUpcomingEvent(): Promise<string> {
  const inDays = new Date(Date.now() + 90 * 24 * 60 * 60_000)
  // the date in the event's time zone; this locale formats dates as the command parses them
  const day = inDays.toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' })
  const words = ['--title', 'Забег «Набережная»', '--city', 'Казань', '--date', day, '--distance', '10 km']
  const eventId = await installation.runCommand('event', 'create', ...words, '--face-threshold', '0.45')
  await installation.runCommand('preorder', 'open', '--event', eventId, '--percent', '25')
  return eventId
}

/** Ingests photos of Andrei. */
async function ingestPhotos(eventId: string, ...names: string[]): Promise<void> {
  const photos = join(folder, eventId)
  await mkdir(photos)
  for (const name of names) await copyFile(join(projectRoot, 'demo/photos-a', name), join(photos, name))
  await installation.runCommand('ingest', photos, '--event', eventId)
}

/** Collects methods and paths of answered calls about alerts and face pictures. */
function recordCalls(context: BrowserContext): string[] {
  const calls: string[] = []
  // also those of the service worker
  context.on('response', (response) => {
    const { pathname } = new URL(response.url())
    const call = /\/(alerts|selfies|uploads)\b/.exec(pathname)?.[1]
    if (call) calls.push(`${response.request().method()} ${call} ${response.status()}`)
  })
  return calls
}

test('an event ahead: a call that is asked for without a network is delivered later, and the selfie stays on the phone until there are photos', async ({
  page,
  context,
}) => {
  const eventId = await createUpcomingEvent()
  const calls = recordCalls(context)
  await page.goto(installation.url)
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  const upcomingSection = page.getByRole('region', { name: 'Впереди' })
  await expect(upcomingSection.getByText('через 90 дней')).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await upcomingSection.getByRole('link', { name: 'Позовите меня' }).click()

  const sheet = page.getByRole('dialog', { name: 'Позовите меня' })
  await expect(sheet).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Закрыть' }).click()
  await expect(page.getByRole('tab')).toHaveCount(0)
  await expect(page.getByText('1 490 ₽', { exact: true })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await page.getByRole('button', { name: 'Позовите меня' }).click()
  await sheet.getByRole('textbox', { name: 'Ваш номер' }).fill('128')
  await sheet.getByRole('radio', { name: 'По селфи' }).click()
  await sheet.getByRole('link', { name: 'Сделать селфи' }).click()
  await chooseSelfie(page, 'good-a01-andrei.jpg')
  await expect(sheet.getByRole('img', { name: 'Ваше селфи' })).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])

  await context.setOffline(true)
  await sheet.getByRole('radio', { name: 'Письмо на почту' }).click()
  await sheet.getByRole('textbox', { name: 'Почта' }).fill('anna@mail.example')
  await sheet.getByRole('button', { name: 'Позвать меня' }).click()
  await expect(page.getByRole('heading', { name: 'Вас позовут' })).toBeFocused()
  await expect(page.getByText('128', { exact: true })).toBeVisible()
  await expect(page.getByText(/Сохранено на этом телефоне/)).toBeVisible()
  expect(await findAccessibilityViolations(page)).toEqual([])
  expect(calls).toEqual([])

  await context.setOffline(false)
  await expect.poll(() => calls).toEqual(['PUT alerts 204'])
  await expect(page.getByText(/Сохранено на этом телефоне/)).toBeHidden()

  await ingestPhotos(eventId, 'A001.jpg', 'A009.jpg')
  await page.reload()
  await expect(page.getByRole('tab', { name: /Все фото/ })).toBeVisible()
  expect(calls).toEqual(['PUT alerts 204'])
  await expect(page.getByText('Фото готовы. Искать вас по селфи, которое вы сделали?')).toBeVisible()
  await page.getByRole('button', { name: 'Искать', exact: true }).click()
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  await expect(page).toHaveURL(`${installation.url}/event/${eventId}/my`)
  await expect(page.getByRole('list', { name: 'Ваши фото' })).toBeVisible()
  expect(calls.some((call) => call.startsWith('POST uploads') || call.startsWith('POST selfies'))).toBe(true)
})
