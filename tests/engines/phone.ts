import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type * as TestingLibrary from '@testing-library/dom'
import { expect, type TestContext, vi } from 'vitest'
import { projectRoot } from '../../server/platform/root.ts'
import type { Driver, Handle } from './driver.ts'
import { openFirefox } from './firefox.ts'
import type { EngineName } from './installed.ts'
import { type Network, openNetwork } from './network.ts'
import { engine, testServer } from './test-server.ts'
import { language } from './texts.ts'
import { openWebKit } from './webkit.ts'

/** Identifies an element by its accessible properties. */
export interface Target {
  readonly role: string
  readonly name?: RegExp
  readonly level?: number
  /** Index among several; the first by default. */
  readonly index?: number
  /** A selector of its container. */
  readonly within?: string
}

export interface PhoneSettings {
  readonly width?: number
  readonly height?: number
  /** Source text that runs in each page before the page's code. */
  readonly script?: string
  /** Console messages that this test expects. */
  readonly expectedMessages?: readonly RegExp[]
  /** Host name of another brand. */
  readonly host?: string
}

/** Generous, because other browsers run on the same machine; still detects a hang. */
const waitLimitInMs = 30_000
/** Timeout of a screenshot, which a hanging page never returns. */
const screenshotLimitInMs = 20_000
/** Limit for taking a screenshot and closing the browser. */
const hookLimitInMs = 60_000
const openByEngine: Record<EngineName, typeof openFirefox> = { firefox: openFirefox, webkit: openWebKit }

/** Console messages that are not errors of a page. */
const acceptedMessages = [
  // an expected refusal of the service
  /status of 4\d\d|status code 4\d\d/,
  // WebKitGTK is built without web app manifests; Safari knows the directive
  /Unrecognized Content-Security-Policy directive 'manifest-src'/,
  // a page that was left while its code was loading; error answers are checked at the network
  /error loading dynamically imported module|Importing a module script failed/,
  // the same for a picture in memory
  /Cannot load blob:\S+ due to access control checks/,
  // WebKit's message for a call to the page's origin that was aborted by leaving the page
  /Fetch API cannot load http:\/\/localhost:\d+\/\S+ due to access control checks/,
  // the same for the service worker's file; the offline tests fail if it is missing
  /Registering the service worker failed TypeError: Script \S+\/sw\.js load failed/,
  // Firefox names a font whose load ended with NS_BINDING_ABORTED: only leaving or stopping the page does that
  /^downloadable font: download failed .* status=2152398850 /,
  // Firefox names no address where the worker passes on what the page has canceled meanwhile, such as a picture of a tile that was
  // measured or of a page that was left; failed assets are checked at the network
  /^Failed to load ‘’\. A ServiceWorker intercepted the request /,
  // a busy machine
  /was preloaded using link preload but not used within a few seconds/,
]

const testingLibrarySource = await readFile(
  createRequire(import.meta.url)
    .resolve('@testing-library/dom')
    .replace(/dist.*$/, 'dist/@testing-library/dom.umd.min.js'),
  'utf8',
)

/** A phone's browser with a separate profile and network. */
export class Phone {
  readonly consoleMessages: string[] = []
  readonly #network: Network
  readonly #folder: string
  readonly #settings: PhoneSettings
  #driver: Driver | undefined

  private constructor(network: Network, folder: string, settings: PhoneSettings) {
    this.#network = network
    this.#folder = folder
    this.#settings = settings
  }

  /** Opens a browser with an empty profile. The caller must close it. */
  static async open(settings: PhoneSettings): Promise<Phone> {
    const folder = await mkdtemp(join(tmpdir(), `photofinish-${engine}-`))
    for (const name of ['profile', 'downloads']) await mkdir(join(folder, name))
    const phone = new Phone(await openNetwork(testServer.url), folder, settings)
    try {
      await phone.start()
      return phone
    } catch (error) {
      await phone.close()
      throw error
    }
  }

  get network(): Network {
    return this.#network
  }

  get origin(): string {
    const { host } = this.#settings
    return host ? this.#network.origin.replace('localhost', host) : this.#network.origin
  }

  get #open(): Driver {
    if (!this.#driver) throw new Error('the browser is closed')
    return this.#driver
  }

  /** Starts the browser with its profile. */
  async start(): Promise<void> {
    const { width = 390, height = 844, script = '' } = this.#settings
    this.#driver = await openByEngine[engine]({
      profile: join(this.#folder, 'profile'),
      downloads: this.#downloads,
      width,
      height,
      language,
      script,
      onConsoleMessage: (line) => this.consoleMessages.push(line),
    })
  }

  /** Closes the browser and keeps its profile. */
  async stop(): Promise<void> {
    const driver = this.#driver
    this.#driver = undefined
    await driver?.close()
  }

  /** Closes the browser and deletes its files. */
  async close(): Promise<void> {
    try {
      await this.stop()
    } finally {
      await this.#network.close()
      await rm(this.#folder, { recursive: true, force: true, maxRetries: 5 })
    }
  }

  /** Opens a path of the shop and waits until the page is interactive. */
  async visit(path: string): Promise<void> {
    await this.#open.open(`${this.origin}${path}`)
    await this.#answers()
  }

  async reload(): Promise<void> {
    await this.#open.reload()
    await this.#answers()
  }

  async #answers(): Promise<void> {
    await this.waitFor(() => document.readyState === 'complete' && !window.queuedInteractions)
  }

  async path(): Promise<string> {
    return new URL(await this.#open.address()).pathname
  }

  run<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<Result> {
    return this.#open.call(run, ...args)
  }

  /** Waits until a function in the page returns a truthy value, and returns it; pages may change meanwhile. */
  waitFor<Args extends unknown[], Result>(
    run: (...args: Args) => Result | Promise<Result>,
    ...args: Args
  ): Promise<NonNullable<Result>> {
    return vi.waitFor(
      async () => {
        const result = await this.run(run, ...args)
        if (!result) throw new Error(`still ${String(result)}: ${run.toString()} of ${JSON.stringify(args)}`)
        return result
      },
      { timeout: waitLimitInMs, interval: 100 },
    )
  }

  /** Waits until the page has this path. */
  async waitForPath(path: string | RegExp): Promise<void> {
    const pattern = typeof path === 'string' ? undefined : path
    await vi.waitFor(
      async () => {
        if (pattern) expect(await this.path()).toMatch(pattern)
        else expect(await this.path()).toBe(path)
      },
      { timeout: waitLimitInMs, interval: 100 },
    )
  }

  /** Waits until no request was pending for a second. */
  async waitForNetworkIdle(): Promise<void> {
    const { exchanges } = this.#network
    await vi.waitFor(
      async () => {
        const before = exchanges.length
        await sleep(1000)
        const open = exchanges.filter(({ isOpen }) => isOpen).map(({ path }) => path)
        expect({ open, since: exchanges.slice(before).map(({ path }) => path) }).toEqual({
          open: [],
          since: [],
        })
      },
      { timeout: waitLimitInMs, interval: 0 },
    )
  }

  /** Waits until an element is shown. */
  async waitForElement(target: Target): Promise<Handle> {
    return vi.waitFor(
      async () => {
        await this.#loadQueries()
        const handle = await this.#open.element(findInPage, target.role, toParts(target))
        if (!handle) throw new Error(`the page shows no ${target.role} ${String(target.name ?? '')}`)
        return handle
      },
      { timeout: waitLimitInMs, interval: 100 },
    )
  }

  /** Waits until an element is visible, enabled, not moving and not covered. */
  async waitUntilPressable(target: Target): Promise<Handle> {
    return vi.waitFor(
      async () => {
        const handle = await this.waitForElement(target)
        const hindrance = await handle.call(findHindrance)
        if (hindrance) throw new Error(`${target.role} ${String(target.name ?? '')} ${hindrance}`)
        return handle
      },
      { timeout: waitLimitInMs, interval: 100 },
    )
  }

  /** Clicks an element as soon as it can be pressed. */
  async press(target: Target): Promise<void> {
    const handle = await this.waitUntilPressable(target)
    await handle.click()
  }

  /** Types into an empty field. */
  async typeInto(target: Target, text: string): Promise<void> {
    const field = await this.waitForElement(target)
    await field.call((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }))
    await field.type(text)
  }

  /** Sets the file of the page's only file input, which may be hidden behind a button. */
  async upload(path: string): Promise<void> {
    const input = await vi.waitFor(
      async () => {
        const found = await this.#open.element(
          () => document.querySelector<HTMLElement>('input[type=file]') ?? undefined,
        )
        if (!found) throw new Error('the page has no file input')
        return found
      },
      { timeout: waitLimitInMs, interval: 100 },
    )
    await input.call((element) => {
      element.hidden = false
    })
    await input.upload(path)
  }

  /** Waits for a download until its bytes are complete. */
  async waitForDownload<Result>(
    name: RegExp,
    read: (bytes: Buffer) => Result | Promise<Result>,
  ): Promise<Result> {
    return vi.waitFor(
      async () => {
        const names = await readdir(this.#downloads)
        const found = names.find((each) => name.test(each))
        if (found === undefined) throw new Error(`downloads are ${names.join(', ') || 'none'}`)
        return read(await readFile(join(this.#downloads, found)))
      },
      { timeout: waitLimitInMs, interval: 200 },
    )
  }

  get #downloads(): string {
    return join(this.#folder, 'downloads')
  }

  async #loadQueries(): Promise<void> {
    if (!(await this.run(() => 'TestingLibraryDom' in window))) await this.#open.load(testingLibrarySource)
  }

  /** Saves a screenshot and the console to test-results/engines. */
  async saveScreenshot(title: string): Promise<void> {
    if (!this.#driver) return
    const folder = join(projectRoot, 'test-results', 'engines')
    const name = join(folder, `${engine}-${title.replaceAll(/[^\p{L}\d]+/gu, '-').slice(0, 80)}`)
    await mkdir(folder, { recursive: true })
    await writeFile(`${name}.txt`, `${this.consoleMessages.join('\n')}\n`)
    await writeFile(`${name}.png`, await this.#driver.screenshot())
  }
}

/** Runs a test on a new phone; fails also on console errors. */
export const withPhone =
  (settings: PhoneSettings, run: (phone: Phone) => Promise<void>) =>
  async ({ task, onTestFinished }: TestContext): Promise<void> => {
    const phone = await Phone.open(settings)
    // also after a timeout
    onTestFinished(async () => {
      try {
        const limit = sleep(screenshotLimitInMs, undefined, { ref: false })
        if (task.result?.state === 'fail') await Promise.race([phone.saveScreenshot(task.name), limit])
      } finally {
        await phone.close()
      }
    }, hookLimitInMs)
    await run(phone)
    const failed = phone.network.exchanges.filter(
      ({ path, status }) => path.startsWith('/assets/') && status >= 400,
    )
    expect(failed).toEqual([])
    const expected = [...acceptedMessages, ...(settings.expectedMessages ?? [])]
    expect(phone.consoleMessages.filter((line) => !expected.some((pattern) => pattern.test(line)))).toEqual(
      [],
    )
  }

interface TargetParts {
  readonly name?: readonly [source: string, flags: string]
  readonly level?: number
  readonly index?: number
  readonly within?: string
}

const toParts = ({ name, level, index, within }: Target): TargetParts => ({
  ...(name && { name: [name.source, name.flags] as const }),
  ...(level !== undefined && { level }),
  ...(index !== undefined && { index }),
  ...(within !== undefined && { within }),
})

// the functions below run in the page

function findInPage(role: string, { name, level, index = 0, within }: TargetParts): Element | undefined {
  const container = within === undefined ? document.body : document.querySelector<HTMLElement>(within)
  if (!container || !('TestingLibraryDom' in window)) return undefined
  return window.TestingLibraryDom.queryAllByRole(container, role, {
    ...(name && { name: new RegExp(...name) }),
    ...(level !== undefined && { level }),
  })[index]
}

/** Scrolls an element to the middle of the screen and returns why it cannot be pressed there. */
async function findHindrance(element: HTMLElement): Promise<string | undefined> {
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
  const before = element.getBoundingClientRect()
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  const { left, top, width, height } = element.getBoundingClientRect()
  if (before.left !== left || before.top !== top) return 'moves'
  if (element.matches(':disabled, [aria-disabled=true]')) return 'is disabled'
  const topElement = document.elementFromPoint(left + width / 2, top + height / 2)
  if (!topElement || !(element.contains(topElement) || topElement.contains(element)))
    return `is covered by ${topElement?.outerHTML.slice(0, 120)}`
  return undefined
}

declare global {
  interface Window {
    /** Global of the UMD build of `@testing-library/dom`. */
    TestingLibraryDom: typeof TestingLibrary
  }
}
