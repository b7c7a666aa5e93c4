import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { BrowserContext, BrowserType, Page } from '@playwright/test'

type LaunchOptions = NonNullable<Parameters<BrowserType['launchPersistentContext']>[1]>

/** A browser with a persistent profile, which survives kills. */
export class Phone {
  readonly thrown: string[] = []
  readonly #browser: BrowserType
  readonly #folder: string
  readonly #options: LaunchOptions
  #context: Promise<BrowserContext> | undefined

  constructor(browser: BrowserType, folder: string, options: LaunchOptions) {
    this.#browser = browser
    this.#folder = folder
    this.#options = options
  }

  /** Returns the browser context; starts the browser if needed. */
  context(): Promise<BrowserContext> {
    this.#context ??= this.#start()
    return this.#context
  }

  async #start(): Promise<BrowserContext> {
    const context = await this.#browser.launchPersistentContext(this.#folder, this.#options)
    context.on('weberror', (error) => {
      this.thrown.push(error.error().stack ?? error.error().message)
    })
    return context
  }

  /** Returns its only page. */
  async page(): Promise<Page> {
    const context = await this.context()
    return context.pages()[0] ?? context.newPage()
  }

  /** Opens an address in its only page. */
  async open(address: string): Promise<Page> {
    const page = await this.page()
    await page.goto(address)
    return page
  }

  /** Kills the browser by SIGKILL: it writes nothing more and fires no events. */
  async kill(): Promise<void> {
    const context = await this.context()
    const closed = new Promise((resolve) => context.once('close', resolve))
    const processId = await this.#processId()
    process.kill(processId, 'SIGKILL')
    await closed
    // its profile stays locked until the process is gone
    while (isRunning(processId)) await sleep(20)
    this.#context = undefined
  }

  /** Takes a screenshot, if the browser runs. */
  async saveScreenshot(path: string): Promise<void> {
    const context = await this.#context
    await context?.pages()[0]?.screenshot({ path })
  }

  async close(): Promise<void> {
    const context = await this.#context
    await context?.close()
    this.#context = undefined
  }

  async #processId(): Promise<number> {
    const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,args='], { maxBuffer: 1 << 26 })
    const line = stdout
      .split('\n')
      .find((each) => each.includes(this.#folder) && !/--type=|-contentproc/.test(each))
    if (!line) throw new Error('The browser of the phone does not run')
    return Number.parseInt(line, 10)
  }
}

function isRunning(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch {
    return false
  }
}
