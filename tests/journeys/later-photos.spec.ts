import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { projectRoot } from '../../server/platform/root.ts'
import { type Installation, openInstallation } from '../support/processes/installation.ts'
import { chooseSelfie, waitForRecognition } from './selfies.ts'
import { multiplyLimits } from './test-server.ts'

test.describe.configure({ timeout: 180_000 })
test.beforeEach(({ context }) => multiplyLimits(context))

let folder: string
let installation: Installation

test.beforeAll(async () => {
  test.setTimeout(120_000)
  folder = await mkdtemp(join(tmpdir(), 'photofinish-later-'))
  installation = await openInstallation(join(projectRoot, 'dist/web'))
})

test.afterAll(async () => {
  await installation.close()
  await rm(folder, { recursive: true, force: true })
})

/** Ingests photos of the half marathon. */
async function ingestPhotos(eventId: string, ...names: string[]): Promise<void> {
  const photos = join(folder, names.join('-'))
  await mkdir(photos)
  for (const name of names) await copyFile(join(projectRoot, 'demo/photos-a', name), join(photos, name))
  await installation.runCommand('ingest', photos, '--event', eventId)
}

/** Closes the app and opens it at an address. */
async function reopenApp(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage()
  await Promise.all(
    context
      .pages()
      .filter((each) => each !== page)
      .map((each) => each.close()),
  )
  await page.goto(installation.url + path)
  return page
}

test('searches again at the next start for a runner without photos, notifies once, and marks later photos as new', async ({
  page,
  context,
}) => {
  const words = ['--title', 'Пробег', '--city', 'Казань', '--date', '2026-09-12', '--distance', '10 km']
  const eventId = await installation.runCommand('event', 'create', ...words, '--face-threshold', '0.45')
  // none of its photos shows Andrei
  await ingestPhotos(eventId, 'A006.jpg')
  await page.goto(`${installation.url}/event/${eventId}/selfie`)
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  const answered = waitForRecognition(page)
  await chooseSelfie(page, 'good-a01-andrei.jpg')
  await answered
  await expect(page).toHaveURL(`${installation.url}/event/${eventId}/my`)
  await expect(page.getByRole('heading', { level: 1, name: 'Пока вас не нашли' })).toBeVisible()

  await ingestPhotos(eventId, 'A001.jpg', 'A009.jpg')
  const home = await reopenApp(context, '/')
  const notice = home.getByText('Пробег: Нашли 2 фото с вами')
  await expect(notice).toBeVisible()
  await home.getByRole('button', { name: 'Смотреть' }).click()
  const photos = home.getByRole('list', { name: 'Ваши фото' })
  await expect(home.getByRole('heading', { level: 1, name: '2 фото с вами' })).toBeVisible()
  await expect(photos.getByText('новое')).toHaveCount(0)

  await ingestPhotos(eventId, 'A021.jpg')
  const reopened = await reopenApp(context, `/event/${eventId}/my`)
  await expect(reopened.getByRole('heading', { level: 1, name: '3 фото с вами' })).toBeVisible()
  await expect(reopened.getByText('1 новое фото с вами с прошлого раза')).toBeVisible()
  await expect(reopened.getByRole('list', { name: 'Ваши фото' }).getByText('новое')).toHaveCount(1)
  await expect(reopened.getByText('Пробег: Нашли')).toHaveCount(0)

  const last = await reopenApp(context, `/event/${eventId}/my`)
  await expect(last.getByRole('heading', { level: 1, name: '3 фото с вами' })).toBeVisible()
  await expect(last.getByRole('list', { name: 'Ваши фото' }).getByText('новое')).toHaveCount(0)
})
