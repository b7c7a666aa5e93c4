import { join } from 'node:path'
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Page,
} from '@playwright/test'
import { projectRoot } from '../../server/platform/root.ts'
import { isCancelErrorText, isCancelledRequestError } from '../support/browser/console-errors.ts'

interface JourneyServer {
  readonly url: string
  /** The half marathon with all photos of Andrei, start number 128. */
  readonly eventId: string
  readonly dataDir: string
}

/** Data printed by the server of this worker's journeys. */
export const testServer = JSON.parse(
  process.env[`JOURNEY_WORLD_${process.env.TEST_PARALLEL_INDEX ?? 0}`] ?? '{}',
) as JourneyServer

export const demoFile = (name: string) => join(projectRoot, 'demo', name)

/** Problems of a page, in order. */
interface PageProblems {
  /** Console errors and uncaught errors, except 4xx responses and cancelled requests. */
  readonly errors: string[]
  /** Requests to other servers. */
  readonly foreign: string[]
  /** URLs of requests that a page has cancelled; reported before or after its errors about them. */
  readonly cancelled: Set<string>
  /** Pattern of console errors to ignore. */
  ignoredErrors?: RegExp
}

/** Error that the page logs when Playwright blocks workers: its `register()` resolves to undefined. */
export const blockedWorkerError =
  /^Registering the service worker failed TypeError: Cannot read properties of undefined \(reading 'waiting'\)/

/**
 * Factor of the app's time limits in journeys: a busy machine answers late, and a journey must not depend on that.
 * Journeys about the limits themselves use 1.
 */
export const limitFactor = 5

/** Multiplies the app's time limits in the pages of a context, and in their workers. */
export const multiplyLimits = (context: BrowserContext, factor = limitFactor) =>
  context.addInitScript((value) => {
    globalThis.timeLimitFactor = value
  }, factor)

/** Opens another browser context with multiplied limits. */
export async function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  await multiplyLimits(context)
  return context
}

interface Fixtures {
  /** The browser has no mark of an earlier visit: pages are server-rendered. */
  firstVisit: boolean
  limitFactor: number
  pageProblems: PageProblems
  /** Runs work without a network. */
  withoutNetwork: (work: () => Promise<void>) => Promise<void>
}

/** A browser on the test server; each journey fails on console errors or requests to other servers. */
export const test = base.extend<Fixtures>({
  baseURL: testServer.url,
  firstVisit: [false, { option: true }],
  limitFactor: [limitFactor, { option: true }],
  context: async ({ context, firstVisit, limitFactor: factor }, use) => {
    await multiplyLimits(context, factor)
    // the server renders no content for returning visitors
    const buildVisitCookie = (domain: string) => ({
      name: 'been-here',
      value: '1',
      path: '/',
      httpOnly: true,
      domain,
    })
    const hosts = ['localhost', 'trail.localhost', 'us.localhost', 'sister.localhost']
    if (!firstVisit) await context.addCookies(hosts.map(buildVisitCookie))
    const newPage = context.newPage.bind(context)
    context.newPage = async () => waitAfterNavigation(await newPage())
    await use(context)
    // handlers may still be answering requests, whose context is about to close
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
  },
  pageProblems: [
    async ({ context, serviceWorkers }, use) => {
      const pageProblems: PageProblems = { errors: [], foreign: [], cancelled: new Set() }
      if (serviceWorkers === 'block') pageProblems.ignoredErrors = blockedWorkerError
      recordProblems(context, pageProblems)
      await use(pageProblems)
      const { foreign: foreignRequests, cancelled } = pageProblems
      const errors = pageProblems.errors.filter((line) => !isCancelledRequestError(line, cancelled))
      expect({ errors, foreign: foreignRequests }).toEqual({ errors: [], foreign: [] })
    },
    { auto: true },
  ],
  withoutNetwork: async ({ context, pageProblems }, use) => {
    await use(async (work) => {
      const errorCountBefore = pageProblems.errors.length
      await context.setOffline(true)
      await work()
      await context.setOffline(false)
      // a call without a network always logs a console error
      const otherErrors = pageProblems.errors
        .splice(errorCountBefore)
        .filter((line) => !line.includes('net::ERR_'))
      pageProblems.errors.push(...otherErrors)
      // some of these errors are reported only later
      pageProblems.ignoredErrors = new RegExp(`net::ERR_|${blockedWorkerError.source}`)
    })
  },
})

export { expect }

/** Matches errors of a wait whose page was closed or has navigated. */
const pageLeftPattern = /has been closed|Execution context was destroyed|[Ff]rame was detached/

/** Makes navigations wait for hydration, unless the test sets `waitUntil`. */
function waitAfterNavigation(page: Page): Page {
  const waitForHydration = () =>
    page
      .waitForFunction(() => !window.queuedInteractions)
      .catch((error: unknown) => {
        if (!pageLeftPattern.test(String(error))) throw error
      })
  const goto = page.goto.bind(page)
  page.goto = async (address, options) => {
    const response = await goto(address, options)
    if (!options?.waitUntil) await waitForHydration()
    return response
  }
  const reload = page.reload.bind(page)
  page.reload = async (options) => {
    const response = await reload(options)
    if (!options?.waitUntil) await waitForHydration()
    return response
  }
  return page
}

function recordProblems(context: BrowserContext, pageProblems: PageProblems): void {
  context.on('request', (request) => {
    const { hostname, port, protocol } = new URL(request.url())
    // other brands of the same server have hosts like trail.localhost
    const isOwn = port === new URL(testServer.url).port && /(^|\.)localhost$/.test(hostname)
    if (!isOwn && protocol.startsWith('http')) pageProblems.foreign.push(request.url())
  })
  context.on('requestfailed', (request) => {
    if (isCancelErrorText(request.failure()?.errorText)) pageProblems.cancelled.add(request.url())
  })
  context.on('console', (message) => {
    const text = message.text()
    const isRefusal = /^Failed to load resource: the server responded with a status of 4\d\d/.test(text)
    if (message.type() === 'error' && !isRefusal && !pageProblems.ignoredErrors?.test(text))
      pageProblems.errors.push(text)
  })
  context.on('weberror', (error) => {
    pageProblems.errors.push(error.error().stack ?? error.error().message)
  })
}

/** Accepts the consent and opens the camera. */
export async function openCamera(page: Page, eventId = testServer.eventId): Promise<void> {
  await page.goto(`/event/${eventId}/selfie`)
  await page.getByRole('button', { name: 'Принять и открыть камеру' }).click()
  await expect(page.getByRole('button', { name: 'Снять', exact: true })).toBeEnabled()
}

/** Goes from the event's address to the runner's photos, by start number. */
export async function findByNumber(page: Page, number = '128'): Promise<void> {
  await page.goto(`/search/${testServer.eventId}/${number}`)
  await expect(page.getByRole('list', { name: 'Ваши фото' })).toBeVisible()
}
