import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { projectRoot } from '../../server/platform/root.ts'

interface World {
  readonly url: string
  /** The half marathon with all photos of Andrei, start number 128. */
  readonly eventId: string
  readonly dataDir: string
}

/** What the server of this worker's journeys has told about itself. */
export const world = JSON.parse(
  process.env[`JOURNEY_WORLD_${process.env.TEST_PARALLEL_INDEX ?? 0}`] ?? '{}',
) as World

export const demoFile = (name: string) => join(projectRoot, 'demo', name)

/** What a page should never do, as it happened. */
interface Noise {
  /** Errors in the console or thrown, except answers that the page expects: those of a refusal, 4xx. */
  readonly errors: string[]
  /** Requests to anyone but our own server. */
  readonly foreign: string[]
  /** Lines that are no complaint any more. */
  forgives?: RegExp
}

/** Playwright blocks workers by a `register()` that resolves to nothing, which the page reports. */
export const blockedWorker =
  /^Registering the service worker failed TypeError: Cannot read properties of undefined \(reading 'waiting'\)/

interface Fixtures {
  /** Nothing says that the device has been here before: pages come with their first screen. */
  firstVisit: boolean
  noise: Noise
  /** Does something while there is no network. */
  withoutNetwork: (work: () => Promise<void>) => Promise<void>
}

/** A browser on the world; each journey fails when its pages complain or ask a stranger. */
export const test = base.extend<Fixtures>({
  baseURL: world.url,
  firstVisit: [false, { option: true }],
  context: async ({ context, firstVisit }, use) => {
    // whom the server knows to have been here before it sends no first screen
    const beenHere = (domain: string) => ({
      name: 'been-here',
      value: '1',
      path: '/',
      httpOnly: true,
      domain,
    })
    const hosts = ['localhost', 'trail.localhost', 'us.localhost', 'sister.localhost']
    if (!firstVisit) await context.addCookies(hosts.map(beenHere))
    const newPage = context.newPage.bind(context)
    context.newPage = async () => answersWhenOpened(await newPage())
    await use(context)
  },
  noise: [
    async ({ context, serviceWorkers }, use) => {
      const noise: Noise = { errors: [], foreign: [] }
      if (serviceWorkers === 'block') noise.forgives = blockedWorker
      listen(context, noise)
      await use(noise)
      const { errors, foreign } = noise
      expect({ errors, foreign }).toEqual({ errors: [], foreign: [] })
    },
    { auto: true },
  ],
  withoutNetwork: async ({ context, noise }, use) => {
    await use(async (work) => {
      const before = noise.errors.length
      await context.setOffline(true)
      await work()
      await context.setOffline(false)
      // a call without a network is an error in the console whatever the page does about it
      const others = noise.errors.splice(before).filter((line) => !line.includes('net::ERR_'))
      noise.errors.push(...others)
      // and some of them are told of only now
      noise.forgives = new RegExp(`net::ERR_|${blockedWorker.source}`)
    })
  },
})

export { expect }

/** A page is on the screen before it answers, to keys for example; journeys that are about that say what they wait for. */
function answersWhenOpened(page: Page): Page {
  const answers = () => page.waitForFunction(() => !window.early).catch(() => {})
  const goto = page.goto.bind(page)
  page.goto = async (address, options) => {
    const response = await goto(address, options)
    if (!options?.waitUntil) await answers()
    return response
  }
  const reload = page.reload.bind(page)
  page.reload = async (options) => {
    const response = await reload(options)
    if (!options?.waitUntil) await answers()
    return response
  }
  return page
}

function listen(context: BrowserContext, noise: Noise): void {
  context.on('request', (request) => {
    const { hostname, port, protocol } = new URL(request.url())
    // other brands of the same server are at hosts like trail.localhost
    const isOwn = port === new URL(world.url).port && /(^|\.)localhost$/.test(hostname)
    if (!isOwn && protocol.startsWith('http')) noise.foreign.push(request.url())
  })
  context.on('console', (message) => {
    const text = message.text()
    const isRefusal = /^Failed to load resource: the server responded with a status of 4\d\d/.test(text)
    if (message.type() === 'error' && !isRefusal && !noise.forgives?.test(text)) noise.errors.push(text)
  })
  context.on('weberror', (error) => {
    noise.errors.push(error.error().stack ?? error.error().message)
  })
}

/** From the consent to the open camera. */
export async function openCamera(page: Page, eventId = world.eventId): Promise<void> {
  await page.goto(`/event/${eventId}/selfie`)
  await page.getByRole('button', { name: 'Согласен, открыть камеру' }).click()
  await expect(page.getByRole('button', { name: 'Снять', exact: true })).toBeEnabled()
}

/** From the address of the event to her own photos, by the start number. */
export async function findByNumber(page: Page, number = '128'): Promise<void> {
  await page.goto(`/search/${world.eventId}/${number}`)
  await expect(page.getByRole('list', { name: 'Ваши фото' })).toBeVisible()
}
