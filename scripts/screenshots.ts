/**
 * Takes the screenshots that browsers show before installing the app, into `public/screenshots/`, from a running server with
 * the demo. Run manually when the look changes: `npx tsx scripts/screenshots.ts http://localhost:8080`.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import sharp from 'sharp'
import { toRoute } from '../contract/call.ts'
import { listEvents } from '../contract/events.ts'

const [address = 'http://localhost:8080'] = process.argv.slice(2)
const folder = join(import.meta.dirname, '../public/screenshots')
const camera = join(import.meta.dirname, '../demo/camera/camera-good-selfie.mjpeg')
const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH,
  args: [
    '--no-sandbox',
    '--use-fake-ui-for-media-stream',
    '--use-fake-device-for-media-stream',
    `--use-file-for-fake-video-capture=${camera}`,
  ],
})
const eventId = await findHalfMarathon()
await takeScreenshot('selfie-narrow', phone, 2, `/event/${eventId}/selfie`, async (page) => {
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  await page.waitForFunction("document.querySelector('video')?.currentTime > 0.2")
})
await takeScreenshot('photos-narrow', phone, 2, `/search/${eventId}/128`, waitForPictures)
await takeScreenshot('photos-wide', desktop, 1, `/search/${eventId}/128`, waitForPictures)
await browser.close()

/** The half marathon of the demo. */
async function findHalfMarathon(): Promise<string> {
  const response = await fetch(`${address}${toRoute(listEvents)}`)
  const { items } = listEvents.answer.parse(await response.json())
  const event = items.find((each) => each.externalId === 'three-bridges')
  if (!event) throw new Error('the server has no demo')
  return event.eventId
}

async function waitForPictures(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Ваши фото' }).waitFor()
  await page.waitForLoadState('networkidle')
}

async function takeScreenshot(
  name: string,
  viewport: { width: number; height: number },
  deviceScaleFactor: number,
  path: string,
  prepare: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport, deviceScaleFactor, locale: 'ru-RU' })
  const page = await context.newPage()
  await page.goto(`${address}${path}`)
  await prepare(page)
  const picture = await page.screenshot({ animations: 'disabled' })
  await sharp(picture)
    .jpeg({ quality: 72, mozjpeg: true })
    .toFile(join(folder, `${name}.jpg`))
  await context.close()
}
