import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'
import { type Placed, type Rendition, renditionsIn } from './pictures.ts'

const viewport = { width: 390, height: 844 }
export const pixelRatio = 2

const phoneAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

/** What Lighthouse calls slow 4G, with its slower processor. */
const slow4G = { bytesPerSecond: 1_638_400 / 8, roundTripInMs: 150, cpuSlowdown: 4 }

const longestReactionInMs = 60_000

/** A tap and what its handler brings about, as CSS selectors. */
export interface Tap {
  readonly target: string
  readonly effect: string
}

export interface Wanted {
  readonly url: string
  /** A browser that says it is a phone, or one of the same size that does not. */
  readonly saysPhone: boolean
  readonly slow?: boolean
  /** Tapped as soon as it is drawn, once. */
  readonly tap?: Tap
  readonly untilInMs: number
  /** Waits longer, until the app has taken the page over and fetches nothing more. */
  readonly isSettled?: true
}

export interface LoadedFile {
  readonly url: string
  readonly type: string
  /** From the start of the navigation. */
  readonly requestedInMs: number
  readonly encoding: string
  /** Of the body on the wire. */
  bytes: number
}

export interface Visit {
  readonly files: readonly LoadedFile[]
  /** Fetched by the service worker; not part of the page's own traffic. */
  readonly byWorker: { files: number; bytes: number }
  /** From the start of the navigation to the effect of the tap. */
  readonly reactedInMs: number
  readonly pictures: readonly Placed[]
  readonly renditions: readonly (readonly Rendition[])[]
}

/** Opens an address in a new browser context, with nothing in any cache. */
export async function visit(browser: Browser, wanted: Wanted): Promise<Visit> {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: pixelRatio,
    hasTouch: true,
    isMobile: wanted.saysPhone,
    locale: 'ru-RU',
    ...(wanted.saysPhone && { userAgent: phoneAgent }),
  })
  try {
    return await visitIn(context, wanted)
  } finally {
    await context.close()
  }
}

async function visitIn(
  context: BrowserContext,
  { url, slow, tap, untilInMs, isSettled }: Wanted,
): Promise<Visit> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  if (slow) await slowDown(devtools)
  const files = await noteFiles(devtools)
  const byWorker = noteWorker(context)
  const renditions = noteRenditions(page)
  if (tap) await noteEffect(page, tap.effect)
  await page.goto(url, { waitUntil: 'commit' })
  const reactedInMs = tap ? await tapOnce(page, tap) : 0
  await page.waitForTimeout(Math.max(0, untilInMs - (await page.evaluate(() => performance.now()))))
  if (isSettled) await settle(page)
  const pictures = await page.evaluate(placedPictures)
  return {
    files: [...files.values()],
    byWorker,
    reactedInMs,
    pictures,
    renditions: (await Promise.all(renditions)).flat(),
  }
}

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow4G.roundTripInMs,
    downloadThroughput: slow4G.bytesPerSecond,
    uploadThroughput: slow4G.bytesPerSecond,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow4G.cpuSlowdown })
}

async function noteFiles(devtools: CDPSession): Promise<Map<string, LoadedFile>> {
  const files = new Map<string, LoadedFile>()
  let startedAt: number | undefined
  const noted = new Map<string, { url: string; type: string; requestedInMs: number }>()
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type = 'Other' }) => {
    if (request.url.startsWith('data:')) return
    startedAt ??= timestamp
    noted.set(requestId, { url: request.url, type, requestedInMs: (timestamp - startedAt) * 1_000 })
    files.set(requestId, { ...(noted.get(requestId) as LoadedFile), encoding: '', bytes: 0 })
  })
  devtools.on('Network.responseReceived', ({ requestId, response }) => {
    const file = files.get(requestId)
    const encoding = response.headers['content-encoding'] ?? ''
    if (file) files.set(requestId, { ...file, encoding })
  })
  devtools.on('Network.dataReceived', ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId)
    if (file) file.bytes += encodedDataLength
  })
  await devtools.send('Network.enable')
  return files
}

function noteWorker(context: BrowserContext): { files: number; bytes: number } {
  const counted = { files: 0, bytes: 0 }
  context.on('requestfinished', (request) => {
    if (!request.serviceWorker()) return
    counted.files += 1
    void request.sizes().then(
      ({ responseBodySize }) => (counted.bytes += responseBodySize),
      () => undefined,
    )
  })
  return counted
}

/** Collects the renditions of pictures that the page was told of, in the document and in answers. */
function noteRenditions(page: Page): Promise<Rendition[][]>[] {
  const found: Promise<Rendition[][]>[] = []
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (!/json|html/.test(type) || response.request().serviceWorker()) return
    found.push(
      response.text().then(
        (text) => renditionsIn(text),
        () => [],
      ),
    )
  })
  return found
}

/** Writes down when the effect of the tap is on the page. */
async function noteEffect(page: Page, effect: string): Promise<void> {
  await page.addInitScript((selector) => {
    // without a named function, which the compiler would want a helper for
    const timer = setInterval(() => {
      if (!document.querySelector(selector)) return
      performance.mark('reacted')
      clearInterval(timer)
    }, 10)
  }, effect)
}

/** @returns when the page reacted, from the start of the navigation, in ms */
async function tapOnce(page: Page, { target }: Tap): Promise<number> {
  const element = page.locator(target).first()
  await element.waitFor({ state: 'visible' })
  await element.tap({ noWaitAfter: true })
  const giveUpAt = Date.now() + longestReactionInMs
  // the page's policy forbids `waitForFunction`, which evaluates text
  while (Date.now() < giveUpAt) {
    const reactedInMs = await page.evaluate(() => performance.getEntriesByName('reacted')[0]?.startTime)
    if (reactedInMs !== undefined) return reactedInMs
    await page.waitForTimeout(100)
  }
  throw new Error(`${page.url()} did not react to a tap on ${target}`)
}

async function settle(page: Page): Promise<void> {
  // the page's policy forbids `waitForFunction`, which evaluates text
  while (await page.evaluate(() => window.early !== undefined)) await page.waitForTimeout(100)
  await page.waitForLoadState('networkidle')
}

/** Runs in the page: where its pictures are, and what each of them has fetched. */
function placedPictures(): Placed[] {
  return [...document.images]
    .filter((image) => image.currentSrc !== '' && !image.currentSrc.startsWith('data:'))
    .map((image) => {
      const { top, bottom, width, height } = image.getBoundingClientRect()
      const screen = window.innerHeight
      return {
        url: image.currentSrc,
        isNear: width > 0 && top < 2 * screen && bottom > -screen,
        width,
        height,
        covers: getComputedStyle(image).objectFit === 'cover',
      }
    })
}
