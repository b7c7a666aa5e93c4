import type { Browser, BrowserContext, CDPSession, Page } from 'playwright'
import { findRenditions, type PlacedPicture, type Rendition } from './pictures.ts'

const viewport = { width: 390, height: 844 }
export const pixelRatio = 2

const phoneAgent =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'

/**
 * Emulates slow 4G as defined by Lighthouse. The processor is not slowed down: a factor multiplies the difference between two
 * machines, and blocking time on a slow processor is measured by `npm run lighthouse`.
 */
const slow4G = { bytesPerSecond: 1_638_400 / 8, roundTripInMs: 150 }

const reactionTimeoutInMs = 60_000

/** A tap target and the effect of its handler, as CSS selectors. */
export interface Tap {
  readonly target: string
  readonly effect: string
}

export interface VisitOptions {
  readonly url: string
  /** Whether the browser identifies as a phone. Otherwise it only has the size of one. */
  readonly isPhone: boolean
  readonly slow?: boolean
  /** Tapped once, as soon as it is painted. */
  readonly tap?: Tap
  /** Runs idle callbacks only after the effect of the tap: whether they run before depends on the load of the machine. */
  readonly isIdleAfterTap?: true
  readonly untilInMs: number
  /** Also waits until the app has hydrated the page and the network is idle. */
  readonly isSettled?: true
}

export interface LoadedFile {
  readonly url: string
  readonly type: string
  /** From the start of the navigation. */
  readonly requestedInMs: number
  readonly encoding: string
  /** Body bytes on the wire. */
  bytes: number
}

export interface Visit {
  readonly files: readonly LoadedFile[]
  /** Fetched by the service worker. Not part of the page's own traffic. */
  readonly byWorker: { files: number; bytes: number }
  /** From the start of the navigation to the effect of the tap. */
  readonly reactedInMs: number
  readonly pictures: readonly PlacedPicture[]
  readonly renditions: readonly (readonly Rendition[])[]
}

/** Opens a URL in a new browser context with cold caches. */
export async function visit(browser: Browser, options: VisitOptions): Promise<Visit> {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: pixelRatio,
    hasTouch: true,
    isMobile: options.isPhone,
    locale: 'ru-RU',
    ...(options.isPhone && { userAgent: phoneAgent }),
  })
  try {
    return await visitInContext(context, options)
  } finally {
    await context.close()
  }
}

async function visitInContext(
  context: BrowserContext,
  { url, slow, tap, isIdleAfterTap, untilInMs, isSettled }: VisitOptions,
): Promise<Visit> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  if (slow) await emulateSlow4G(devtools)
  const files = await recordFiles(devtools)
  const byWorker = recordWorkerFiles(context)
  const renditions = recordRenditions(page)
  if (isIdleAfterTap) await page.addInitScript(postponeIdleCallbacks)
  if (tap) await tapWhenPainted(page, tap)
  await page.addInitScript(trackNearPictures)
  await page.goto(url, { waitUntil: 'commit' })
  const reactedInMs = tap ? await waitForReaction(page, tap) : 0
  await page.waitForTimeout(Math.max(0, untilInMs - (await page.evaluate(() => performance.now()))))
  if (isSettled) await waitUntilIdle(page)
  const pictures = await page.evaluate(collectPlacedPictures)
  return {
    files: [...files.values()],
    byWorker,
    reactedInMs,
    pictures,
    renditions: (await Promise.all(renditions)).flat(),
  }
}

async function emulateSlow4G(devtools: CDPSession): Promise<void> {
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: slow4G.roundTripInMs,
    downloadThroughput: slow4G.bytesPerSecond,
    uploadThroughput: slow4G.bytesPerSecond,
  })
}

async function recordFiles(devtools: CDPSession): Promise<Map<string, LoadedFile>> {
  const files = new Map<string, LoadedFile>()
  let startedAt: number | undefined
  const requests = new Map<string, { url: string; type: string; requestedInMs: number }>()
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp, type = 'Other' }) => {
    if (request.url.startsWith('data:')) return
    startedAt ??= timestamp
    requests.set(requestId, { url: request.url, type, requestedInMs: (timestamp - startedAt) * 1_000 })
    files.set(requestId, { ...(requests.get(requestId) as LoadedFile), encoding: '', bytes: 0 })
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

function recordWorkerFiles(context: BrowserContext): { files: number; bytes: number } {
  const totals = { files: 0, bytes: 0 }
  context.on('requestfinished', (request) => {
    if (!request.serviceWorker()) return
    totals.files += 1
    void request.sizes().then(
      ({ responseBodySize }) => (totals.bytes += responseBodySize),
      () => undefined,
    )
  })
  return totals
}

/** Collects the picture renditions in the document and in responses. */
function recordRenditions(page: Page): Promise<Rendition[][]>[] {
  const found: Promise<Rendition[][]>[] = []
  page.on('response', (response) => {
    const type = response.headers()['content-type'] ?? ''
    if (!/json|html/.test(type) || response.request().serviceWorker()) return
    found.push(
      response.text().then(
        (text) => findRenditions(text),
        () => [],
      ),
    )
  })
  return found
}

/**
 * Taps the target once it is painted and records when the effect is on the page. Runs inside the page: on a busy machine, an
 * external tap would arrive after code that a real tap does not wait for. The effect is observed, not polled: a timer fires
 * only after the scripts that the page requests next.
 */
async function tapWhenPainted(page: Page, tap: Tap): Promise<void> {
  await page.addInitScript(({ target, effect }) => {
    // no named function, for which the compiler would insert a helper
    const timer = setInterval(() => {
      if (performance.getEntriesByName('first-contentful-paint').length === 0) return
      const element = document.querySelector<HTMLElement>(target)
      if (!element) return
      clearInterval(timer)
      element.click()
    }, 10)
    new MutationObserver((_, observer) => {
      if (!document.querySelector(effect)) return
      performance.mark('reacted')
      dispatchEvent(new Event('reacted'))
      observer.disconnect()
    }).observe(document, { attributes: true, childList: true, subtree: true })
  }, tap)
}

/** Runs in the page before its own code: runs idle callbacks only after the event `reacted`. */
function postponeIdleCallbacks(): void {
  const whenIdle = window.requestIdleCallback.bind(window)
  const reacted = new Promise((resolve) => addEventListener('reacted', resolve, { once: true }))
  window.requestIdleCallback = (run, options) => {
    void reacted.then(() => whenIdle(run, options))
    return 0
  }
}

/** @returns the time of the page's reaction to the tap, from the start of the navigation, in ms */
async function waitForReaction(page: Page, { target }: Tap): Promise<number> {
  const deadline = Date.now() + reactionTimeoutInMs
  // the page's CSP blocks `waitForFunction`, which evaluates text
  while (Date.now() < deadline) {
    const reactedInMs = await page.evaluate(() => performance.getEntriesByName('reacted')[0]?.startTime)
    if (reactedInMs !== undefined) return reactedInMs
    await page.waitForTimeout(100)
  }
  throw new Error(`${page.url()} did not react to a tap on ${target}`)
}

async function waitUntilIdle(page: Page): Promise<void> {
  // the page's CSP blocks `waitForFunction`, which evaluates text
  while (await page.evaluate(() => window.queuedInteractions !== undefined)) await page.waitForTimeout(100)
  await page.waitForLoadState('networkidle')
}

declare global {
  interface Window {
    /** Pictures that were visible or within one screen at any time, with their size at that time. */
    nearPictures: Map<HTMLImageElement, { width: number; height: number }>
  }
}

/**
 * Runs in the page before its own code: tracks which pictures come near the screen. A picture counts by its position when it
 * could be fetched: later content above it may move it before the measurement.
 */
function trackNearPictures(): void {
  window.nearPictures = new Map()
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting, boundingClientRect: box } of entries)
        if (isIntersecting && box.width > 0)
          window.nearPictures.set(target as HTMLImageElement, { width: box.width, height: box.height })
    },
    { rootMargin: '100% 0px' },
  )
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element)
          for (const image of node instanceof HTMLImageElement ? [node] : node.querySelectorAll('img'))
            observer.observe(image)
  }).observe(document, { childList: true, subtree: true })
}

/** Runs in the page: returns its pictures, those that were tracked as near, and what each of them has fetched. */
function collectPlacedPictures(): PlacedPicture[] {
  return [...new Set([...document.images, ...window.nearPictures.keys()])]
    .filter((image) => image.currentSrc !== '' && !image.currentSrc.startsWith('data:'))
    .map((image) => {
      const nearSize = window.nearPictures.get(image)
      const { width, height } = image.isConnected || !nearSize ? image.getBoundingClientRect() : nearSize
      return {
        url: image.currentSrc,
        isNear: nearSize !== undefined,
        width,
        height,
        covers: getComputedStyle(image).objectFit === 'cover' || !image.isConnected,
      }
    })
}
