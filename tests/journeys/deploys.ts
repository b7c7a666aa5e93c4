import { execFile } from 'node:child_process'
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from '@playwright/test'
import { projectRoot } from '../../server/platform/root.ts'
import { type Installation, openInstallation } from '../world/installation.ts'

/** A server of its own with one event to buy from, and another build of the storefront to put in place. */
export interface Deploys {
  readonly installation: Installation
  readonly eventId: string
  /** For what a test makes. */
  readonly folder: string
  readonly builtNow: string
  readonly builtNext: string
  close(): Promise<void>
}

export async function openDeploys(): Promise<Deploys> {
  const builtNow = join(projectRoot, 'dist/web')
  const folder = await mkdtemp(join(tmpdir(), 'photofinish-update-'))
  const builtNext = join(folder, 'web')
  const tsx = join(projectRoot, 'node_modules/.bin/tsx')
  const build = promisify(execFile)(tsx, ['tests/world/next-build.ts', builtNext], { cwd: projectRoot })
  const installation = await openInstallation(builtNow)
  const eventId = await fill(installation, folder)
  await build
  const close = async () => {
    await installation.close()
    await rm(folder, { recursive: true, force: true })
  }
  return { installation, eventId, folder, builtNow, builtNext, close }
}

/** One event with two photos to buy. */
async function fill(at: Installation, folder: string): Promise<string> {
  const words = ['--title', 'Пробег', '--city', 'Казань', '--date', '2026-09-12', '--distance', '10 km']
  const id = await at.command('event', 'create', ...words)
  const photos = join(folder, 'photos')
  await mkdir(photos)
  for (const name of ['A001.jpg', 'A009.jpg'])
    await copyFile(join(projectRoot, 'demo/photos-a', name), join(photos, name))
  await at.command('ingest', photos, '--event', id)
  return id
}

/** Which build a page is of. */
export const versionOf = (page: Page) => page.evaluate(() => document.documentElement.dataset.build ?? 'now')
