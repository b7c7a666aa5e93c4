import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { buildLaunchOptions, type CameraScene } from '../support/browser/cameras.ts'
import { openContext, testServer } from './test-server.ts'

/** Runs a test in a separate browser whose fake camera shows another video than in the other journeys. */
export async function withCamera(
  scene: CameraScene,
  work: (page: Page, context: BrowserContext) => Promise<void>,
): Promise<void> {
  const browser = await chromium.launch(buildLaunchOptions(scene))
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
    analysisCount: number
    /** Camera tracks that the page was given, newest last. */
    tracks: MediaStreamTrack[]
  }
}

/** Makes the page count its analyses and record its tracks; call before it loads. */
export async function recordCamera(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.analysisCount = 0
    window.tracks = []
    const createBitmap = window.createImageBitmap.bind(window)
    window.createImageBitmap = ((...imageArguments: Parameters<typeof createBitmap>) => {
      window.analysisCount += 1
      return createBitmap(...imageArguments)
    }) as typeof createBitmap
    const { mediaDevices } = navigator
    const getUserMedia = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints)
      window.tracks.push(...stream.getVideoTracks())
      return stream
    }
  })
}

/** Waits for enough analyses for two automatic pictures; there are at most five per second. */
export async function waitForAnalyses(page: Page, count = 20): Promise<void> {
  const before = await page.evaluate(() => window.analysisCount)
  await page.waitForFunction((constraints) => window.analysisCount >= constraints, before + count)
}

export const readTrackStates = (page: Page) =>
  page.evaluate(() => window.tracks.map(({ readyState }) => readyState))

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
