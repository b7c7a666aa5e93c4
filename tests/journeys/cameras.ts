import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { launchWith, type Scene } from '../support/browser/cameras.ts'
import { openContext, testServer } from './test-server.ts'

/** Runs a test in a separate browser whose fake camera shows another video than in the other journeys. */
export async function withCamera(
  scene: Scene,
  work: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const browser = await chromium.launch(launchWith(scene))
  try {
    const context = await openContext(browser, {
      baseURL: testServer.url,
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
    /** Number of frames that the page has analyzed. */
    looks: number
    /** Camera tracks that the page was given, newest last. */
    tracks: MediaStreamTrack[]
  }
}

/** Makes the page count its analyses and record its tracks; call before it loads. */
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

/** Waits for enough analyses for two automatic pictures; there are at most five per second. */
export async function moreLooks(page: Page, count = 20): Promise<void> {
  const before = await page.evaluate(() => window.looks)
  await page.waitForFunction((wanted) => window.looks >= wanted, before + count)
}

export const tracks = (page: Page) => page.evaluate(() => window.tracks.map(({ readyState }) => readyState))

/** Simulates what a browser does to a page that is hidden. */
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
