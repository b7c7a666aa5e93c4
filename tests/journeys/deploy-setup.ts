import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test as base, expect, type Page } from '@playwright/test'
import { projectRoot } from '../../server/platform/root.ts'
import { type Installation, openInstallation } from '../support/processes/installation.ts'
import { multiplyLimits } from './test-server.ts'

/** A separate server with one event, and another build of the storefront to deploy. */
export interface DeploySetup {
  readonly installation: Installation
  readonly eventId: string
  /** For files that a test creates. */
  readonly folder: string
  readonly currentBuild: string
  readonly nextBuild: string
  close(): Promise<void>
}

async function openDeploySetup(): Promise<DeploySetup> {
  const currentBuild = join(projectRoot, 'dist/web')
  const folder = await mkdtemp(join(tmpdir(), 'photofinish-update-'))
  const nextBuild = join(folder, 'web')
  const tsx = join(projectRoot, 'node_modules/.bin/tsx')
  const build = promisify(execFile)(tsx, ['tests/support/processes/next-build.ts', nextBuild], {
    cwd: projectRoot,
  })
  const installation = await openInstallation(currentBuild)
  const eventId = await createEvent(installation, folder)
  await build
  const close = async () => {
    await installation.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { installation, eventId, folder, currentBuild, nextBuild, close }
}

/** Creates one event with two photos to buy. */
async function createEvent(server: Installation, folder: string): Promise<string> {
  const words = ['--title', 'Пробег', '--city', 'Казань', '--date', '2026-09-12', '--distance', '10 km']
  const id = await server.runCommand('event', 'create', ...words)
  const photos = join(folder, 'photos')
  await mkdir(photos)
  for (const name of ['A001.jpg', 'A009.jpg'])
    await copyFile(join(projectRoot, 'demo/photos-a', name), join(photos, name))
  await server.runCommand('ingest', photos, '--event', id)
  return id
}

/** Returns the build of a page. */
export const readBuildName = (page: Page) =>
  page.evaluate(() => document.documentElement.dataset.build ?? 'now')

/** A browser on a server that starts with the current build. */
export const test = base.extend<{ startsWithNow: void }, { deploys: DeploySetup }>({
  deploys: [
    // oxlint-disable-next-line no-empty-pattern -- how fixtures say that they need no other
    async ({}, use) => {
      const deploys = await openDeploySetup()
      await use(deploys)
      await deploys.close()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  context: async ({ context }, use) => {
    await multiplyLimits(context)
    await use(context)
  },
  startsWithNow: [
    async ({ deploys }, use) => {
      await deploys.installation.deploy(deploys.currentBuild)
      await use()
    },
    { auto: true },
  ],
})

/** Goes from the event to a cart with one photo. */
export async function addPhotoToCart(page: Page, { installation, eventId }: DeploySetup): Promise<void> {
  await page.goto(`${installation.url}/event/${eventId}`)
  const photo = page.getByRole('list', { name: 'Фото события' }).getByRole('listitem').first()
  await photo.getByRole('button', { name: /^Выбрать/ }).click()
  await page.getByRole('button', { name: 'В корзину', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Корзина' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^Оформить/ })).toBeVisible()
}
