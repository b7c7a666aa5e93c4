import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { launchWith, type Scene } from '../world/cameras.ts'
import { world } from './world.ts'

/** A browser of its own whose camera shows something else than that of the other journeys. */
export async function withCamera(
  scene: Scene,
  work: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const browser = await chromium.launch(launchWith(scene))
  try {
    const context = await browser.newContext({
      baseURL: world.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      locale: 'ru-RU',
      timezoneId: 'Europe/Moscow',
    })
    await work(await context.newPage(), context)
  } finally {
    await browser.close()
  }
}

declare global {
  interface Window {
    /** How often the page has looked at what its camera shows. */
    looks: number
    /** Every track of a camera that the page was given, the newest last. */
    tracks: MediaStreamTrack[]
  }
}

/** Lets the page count its looks and remember its tracks; before it loads. */
export async function watchCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.looks = 0
    window.tracks = []
    const look = window.createImageBitmap.bind(window)
    window.createImageBitmap = ((...what: Parameters<typeof look>) => {
      window.looks += 1
      return look(...what)
    }) as typeof look
    const { mediaDevices } = navigator
    const open = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await open(wanted)
      window.tracks.push(...stream.getVideoTracks())
      return stream
    }
  })
}

/** Looks enough for two pictures that take themselves: five in a second are the most. */
export async function moreLooks(page: Page, count = 20): Promise<void> {
  const before = await page.evaluate(() => window.looks)
  await page.waitForFunction((wanted) => window.looks >= wanted, before + count)
}

export const tracks = (page: Page) => page.evaluate(() => window.tracks.map(({ readyState }) => readyState))

/** What a browser does to a page when another one lies over it. */
export async function setHidden(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((isHidden) => {
    Object.defineProperty(document, 'visibilityState', {
      configurable: true,
      get: () => (isHidden ? 'hidden' : 'visible'),
    })
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}
