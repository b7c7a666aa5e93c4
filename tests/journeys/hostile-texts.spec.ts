import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { projectRoot } from '../../server/platform/root.ts'
import {
  createHostileEvent,
  groupHostileTexts,
  hostileRunnerBib,
  hostileTexts,
} from '../support/data/hostile-texts.ts'
import { type Installation, openInstallation } from '../support/processes/installation.ts'
import { multiplyLimits } from './test-server.ts'

test.describe.configure({ timeout: 180_000 })

let installation: Installation
test.beforeAll(async () => {
  test.setTimeout(120_000)
  installation = await openInstallation(join(projectRoot, 'dist/web'))
})
test.afterAll(() => installation.close())

declare global {
  interface Window {
    violations: string[]
  }
}

const collapseSpaces = (text: string) => text.replace(/\s+/g, ' ')

test('texts of organizers with markup are shown as they are, and run nothing', async ({ page, context }) => {
  expect(new Set(hostileTexts).size).toBe(60)
  await multiplyLimits(context)
  await page.addInitScript(() => {
    window.violations = []
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.violations.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  const foreignRequests: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('evil.test')) foreignRequests.push(request.url())
  })
  for (const texts of groupHostileTexts()) {
    const { eventId, title } = await createHostileEvent(installation, texts)
    for (const path of [`/event/${eventId}`, `/search/${eventId}/${hostileRunnerBib}`, '/']) {
      await page.goto(`${installation.url}${path}`)
      await expect
        .poll(async () => collapseSpaces((await page.textContent('body')) ?? ''))
        .toContain(collapseSpaces(title))
      expect(await page.evaluate(() => ['executed' in window, window.violations]), path).toEqual([false, []])
    }
  }
  expect(foreignRequests).toEqual([])
})
