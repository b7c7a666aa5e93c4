import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright'
import type { Language } from '../../contract/common.ts'
import type { Demo } from '../../contract/demo.ts'
import type { CameraScene } from '../../tests/support/browser/cameras.ts'
import { textPattern } from './texts.ts'

export const sizes = {
  phone: { width: 390, height: 844 },
  tablet: { width: 820, height: 1180 },
  desk: { width: 1440, height: 900 },
}
export type Size = keyof typeof sizes
export const schemes = ['light', 'dark'] as const
export type Scheme = (typeof schemes)[number]

/** Requested pictures; all when empty. */
export interface ScreenRequest {
  readonly screens: readonly string[]
  readonly sizes: readonly Size[]
  readonly schemes: readonly Scheme[]
  /** Captures the whole page instead of the viewport. */
  readonly full: boolean
}

/** Scripted visit of some screens of the storefront, which takes pictures of them. */
export interface Scenario {
  readonly screenNames: readonly string[]
  /** Scene of the camera; default: no person. */
  readonly cameraScene?: CameraScene
  /** Brands with these screens; default: all. */
  readonly tenants?: readonly string[]
  /** Enables the service worker, for screens shown offline. */
  readonly usesServiceWorker?: true
  /** Uses the server's command line. */
  readonly usesCommandLine?: true
  run(session: ScreenshotSession): Promise<void>
}

interface SessionOptions {
  readonly context: BrowserContext
  readonly page: Page
  readonly origin: string
  readonly tenant: string
  readonly language: Language
  readonly words: ReadonlyMap<string, string>
  readonly demo: Demo
  readonly input: ScreenRequest
  readonly folder: string
  /** Runs a command. Returns the last line of its output. */
  readonly command: ((...words: string[]) => Promise<string>) | undefined
}

const maxPageInScreens = 4

/** One browser for one brand in one language, with helpers for scenarios. */
export class ScreenshotSession {
  readonly page: Page
  readonly options: SessionOptions
  readonly pictures: string[] = []

  constructor(options: SessionOptions) {
    this.options = options
    this.page = options.page
  }

  /** The first event of the brand. */
  get eventId(): string {
    return this.options.demo.events[0]?.eventId ?? ''
  }

  /** A start number with photos: that of the demo athlete Andrei if the event has it, otherwise the first one. */
  get number(): string {
    const numbers = this.options.demo.numbers.filter(({ eventId }) => eventId === this.eventId)
    return (numbers.find(({ number }) => number === '128') ?? numbers[0])?.number ?? ''
  }

  /** A code that gives a discount in the event. */
  get promoCode(): string | undefined {
    const { promoCodes } = this.options.demo
    const isForEvent = (eventId: string | undefined) => eventId === undefined || eventId === this.eventId
    return promoCodes.find(({ eventId, gift, state }) => isForEvent(eventId) && !gift && state === 'Works')
      ?.code
  }

  text(id: string): RegExp {
    return textPattern(this.options.words, id)
  }

  button(id: string): Locator {
    return this.page.getByRole('button', { name: this.text(id) }).first()
  }

  link(id: string): Locator {
    return this.page.getByRole('link', { name: this.text(id) }).first()
  }

  field(id: string): Locator {
    return this.page.getByRole('textbox', { name: this.text(id) }).first()
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.options.origin}${path}`)
    await this.page.locator('main h1, body > h1, table, .swagger-ui').first().waitFor({ state: 'attached' })
    await this.waitUntilLoaded()
  }

  /** Waits until no loading indicator is shown. */
  async waitUntilLoaded(): Promise<void> {
    await this.page
      .locator('main [aria-busy=true]')
      .first()
      .waitFor({ state: 'detached', timeout: 20_000 })
      .catch(() => undefined)
  }

  async setOffline(isOffline: boolean): Promise<void> {
    await this.options.context.setOffline(isOffline)
  }

  /** Modifies the responses of some calls. */
  async editResponses(path: RegExp, edit: (answer: object) => object): Promise<void> {
    await this.options.context.route(
      (url) => path.test(url.pathname),
      async (route) => {
        const request = route.request()
        const url = new URL(request.url())
        // only browsers resolve the hosts of the brands by themselves
        const headers = { ...request.headers(), host: url.host }
        url.hostname = 'localhost'
        const response = await route.fetch({ url: url.href, headers }).catch(() => undefined)
        if (!response?.ok()) return response ? route.fulfill({ response }) : route.abort()
        return route.fulfill({ response, json: edit((await response.json()) as object) })
      },
    )
  }

  /** Takes pictures of the screen in every requested size and color scheme. */
  async takePictures(name: string, onlySizes: readonly Size[] = ['phone', 'tablet', 'desk']): Promise<void> {
    const { input, tenant, language, folder } = this.options
    if (
      input.screens.length > 0 &&
      !input.screens.some((each) => name === each || name.startsWith(`${each}-`))
    )
      return
    const { page } = this
    const pictureFolder = join(folder, tenant, language)
    mkdirSync(pictureFolder, { recursive: true })
    for (const size of input.sizes.filter((each) => onlySizes.includes(each))) {
      await page.setViewportSize(sizes[size])
      for (const colorScheme of input.schemes) {
        await page.emulateMedia({ colorScheme })
        await this.waitUntilIdle()
        const file = `${name}.${size}.${colorScheme}.jpg`
        await page.screenshot({
          path: join(pictureFolder, file),
          type: 'jpeg',
          quality: 88,
          animations: 'disabled',
          ...(input.full && (await this.getFullPageOptions(size))),
        })
        this.pictures.push(join(tenant, language, file))
      }
    }
    await page.setViewportSize(sizes.phone)
    await page.emulateMedia({ colorScheme: 'light' })
    await this.waitUntilIdle()
  }

  private async getFullPageOptions(size: Size) {
    const { width, height } = sizes[size]
    // lazy content
    await this.page.evaluate(async () => {
      for (let top = 0; top < Math.min(document.body.scrollHeight, 6_000); top += window.innerHeight) {
        window.scrollTo(0, top)
        await new Promise((resolve) => setTimeout(resolve, 150))
      }
      window.scrollTo(0, 0)
    })
    await this.waitUntilIdle()
    const pageHeight = Number(await this.page.evaluate('document.documentElement.scrollHeight'))
    return {
      fullPage: true,
      clip: { x: 0, y: 0, width, height: Math.min(Math.max(pageHeight, height), maxPageInScreens * height) },
    }
  }

  /** Waits until visible content is loaded and animations have ended. */
  private async waitUntilIdle(): Promise<void> {
    await this.page
      .waitForFunction(
        () => {
          const { innerHeight } = window
          const visibleImages = [...document.images].filter((image) => {
            const { top, bottom, width } = image.getBoundingClientRect()
            return width > 0 && bottom > 0 && top < innerHeight
          })
          const isAnimating = document.getAnimations().some(({ playState, effect }) => {
            const { iterations } = effect?.getTiming() ?? {}
            return playState === 'running' && iterations !== Number.POSITIVE_INFINITY
          })
          return (
            document.fonts.status === 'loaded' &&
            !isAnimating &&
            visibleImages.every((image) => image.complete)
          )
        },
        undefined,
        { timeout: 4_000 },
      )
      .catch(() => undefined)
  }
}
