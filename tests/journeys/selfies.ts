import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from '@playwright/test'
import { routeOf } from '../../contract/call.ts'
import { recogniseUpload } from '../../contract/uploads.ts'
import { demoFile, expect, world } from './world.ts'

export const selfiePath = `/event/${world.eventId}/selfie`

/** Chooses a picture of the demo as a runner would, from the gallery instead of the camera. */
export async function chooseSelfie(page: Page, name: string): Promise<void> {
  const buffer = await readFile(demoFile(`selfies/${name}`))
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/jpeg', buffer })
}

/** The event was looked at and the app is kept, so that both are there without a network; the consent is given. */
export async function prepareForDeadZone(page: Page): Promise<void> {
  await page.goto(selfiePath)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.getByRole('button', { name: 'Согласен, открыть камеру' }).click()
  await expect(page.getByRole('button', { name: 'Снять', exact: true })).toBeEnabled()
}

/** Where the service is asked to search with a picture that has arrived. */
const recognition = new RegExp(`${routeOf(recogniseUpload).replace(/:\w+/g, '[^/]+')}$`)

/** Status of every answer of the service to a search by a picture, from any page of the browser. */
export function watchRecognitions(context: BrowserContext): number[] {
  const answers: number[] = []
  context.on('response', (response) => {
    if (recognition.test(new URL(response.url()).pathname)) answers.push(response.status())
  })
  return answers
}

export const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

export const foundPhotos = (page: Page) =>
  page.getByRole('list', { name: 'Ваши фото' }).getByRole('listitem').first()
