import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { toRoute } from '../../contract/call.ts'
import { recogniseUpload } from '../../contract/uploads.ts'
import { demoFile, expect, testServer } from './test-server.ts'

export const selfiePath = `/event/${testServer.eventId}/selfie`

/** Selects a picture of the demo from the gallery instead of using the camera. */
export async function chooseSelfie(page: Page, name: string): Promise<void> {
  const buffer = await readFile(demoFile(`selfies/${name}`))
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
}

/** Visits the event, caches the app for offline use, and gives the consent. */
export async function prepareForOffline(page: Page): Promise<void> {
  await page.goto(selfiePath)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  await expect(page.getByRole('button', { name: 'Снять', exact: true })).toBeEnabled()
}

/** Address of the call that searches with an uploaded picture. */
const recognitionPath = new RegExp(`${toRoute(recogniseUpload).replace(/:\w+/g, '[^/]+')}$`)

/** Resolves with the next answer to a search by picture: the first one of a server also loads its networks. */
export const waitForRecognition = (page: Page) =>
  page.waitForResponse((response) => recognitionPath.test(new URL(response.url()).pathname))

/** Collects the status of every answer to a search by picture, from any page of the browser. */
export function recordRecognitions(context: BrowserContext): number[] {
  const answers: number[] = []
  context.on('response', (response) => {
    if (recognitionPath.test(new URL(response.url()).pathname)) answers.push(response.status())
  })
  return answers
}

export const findHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name })

export const findFirstPhoto = (page: Page) =>
  page.getByRole('list', { name: 'Ваши фото' }).getByRole('listitem').first()
