import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { projectRoot } from '../../server/platform/root.ts'
import { createMarkedEvent, groupMarkup, markedNumber, markup } from '../support/data/markup.ts'
import { type Installation, openInstallation } from '../support/server/installation.ts'
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

const flat = (text: string) => text.replace(/\s+/g, ' ')

test('texts of organizers with markup are shown as they are, and run nothing', async ({ page, context }) => {
  expect(new Set(markup).size).toBe(60)
  await multiplyLimits(context)
  await page.addInitScript(() => {
    window.violations = []
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      window.violations.push(`${violatedDirective} ${blockedURI}`),
    )
  })
  const foreign: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('evil.test')) foreign.push(request.url())
  })
  for (const texts of groupMarkup()) {
    const { eventId, title } = await createMarkedEvent(installation, texts)
    for (const path of [`/event/${eventId}`, `/search/${eventId}/${markedNumber}`, '/']) {
      await page.goto(`${installation.url}${path}`)
      await expect.poll(async () => flat((await page.textContent('body')) ?? '')).toContain(flat(title))
      expect(await page.evaluate(() => ['executed' in window, window.violations]), path).toEqual([false, []])
    }
  }
  expect(foreign).toEqual([])
})
