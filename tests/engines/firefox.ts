import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core'
import type { Driver, DriverSettings, Handle } from './driver.ts'
import { getFirefoxPath } from './installed.ts'

/** Serializes logged errors: WebDriver BiDi reports only that an object is an error. */
const serializeErrors = `
  ;for (const level of ['error', 'warn']) {
    const log = console[level]
    const spell = (word) => (word instanceof Error ? word + '\\n' + word.stack : word)
    console[level] = (...words) => log.apply(console, words.map(spell))
  }`

/** Opens headless Firefox over WebDriver BiDi. */
export async function openFirefox(settings: DriverSettings): Promise<Driver> {
  const { profile, downloads, width, height, language } = settings
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: getFirefoxPath(),
    headless: true,
    userDataDir: profile,
    env: { ...process.env, MOZ_HEADLESS_WIDTH: String(width), MOZ_HEADLESS_HEIGHT: String(height + 100) },
    extraPrefsFirefox: {
      'intl.accept_languages': language,
      'media.navigator.streams.fake': true,
      'media.navigator.permission.disabled': true,
      'browser.download.dir': downloads,
      'browser.download.folderList': 2,
      'browser.download.useDownloadDir': true,
      'browser.helperApps.neverAsk.saveToDisk': 'image/jpeg,application/zip',
      // overlay scrollbars, as on a phone
      'ui.useOverlayScrollbars': 1,
      'widget.gtk.overlay-scrollbars.enabled': true,
    },
  })
  try {
    const [page = await browser.newPage()] = await browser.pages()
    await page.setViewport({ width, height, deviceScaleFactor: 2 })
    await page.evaluateOnNewDocument(settings.script + serializeErrors)
    page.on('console', (message) => {
      if (['error', 'warn'].includes(message.type())) settings.onConsoleMessage(message.text())
    })
    page.on('pageerror', (error) => {
      settings.onConsoleMessage(
        error instanceof Error ? `${error.message}\n${error.stack ?? ''}` : String(error),
      )
    })
    return createDriver(page, () => browser.close())
  } catch (error) {
    await browser.close()
    throw error
  }
}

function createDriver(page: Page, close: () => Promise<void>): Driver {
  return {
    open: async (address) => {
      // a refused connection leaves the browser's error page, which the test then sees
      await page.goto(address, { waitUntil: 'load' }).catch(ignoreRefusal)
    },
    reload: async () => {
      await page.reload({ waitUntil: 'load' }).catch(ignoreRefusal)
    },
    address: async () => page.evaluate(() => location.href),
    load: async (source) => {
      await page.evaluate(source)
    },
    call: async (work, ...args) =>
      page.evaluate(work as (...args: unknown[]) => unknown, ...args) as Promise<
        Awaited<ReturnType<typeof work>>
      >,
    element: async (find, ...args) => {
      const handle = await page.evaluateHandle(find as (...args: unknown[]) => Element | undefined, ...args)
      const element = handle.asElement() as ElementHandle<HTMLElement> | null
      if (element) return toHandle(page, element)
      await handle.dispose()
      return undefined
    },
    screenshot: async () => Buffer.from(await page.screenshot()),
    close,
  }
}

function toHandle(page: Page, element: ElementHandle<HTMLElement>): Handle {
  return {
    click: () => element.click(),
    type: async (text) => {
      await element.click()
      await page.keyboard.type(text)
    },
    upload: async (path) => {
      await (element as unknown as ElementHandle<HTMLInputElement>).uploadFile(path)
    },
    call: async (work, ...args) =>
      element.evaluate(work as (element: HTMLElement, ...args: unknown[]) => unknown, ...args) as Promise<
        Awaited<ReturnType<typeof work>>
      >,
  }
}

function ignoreRefusal(error: unknown): void {
  if (!/NS_ERROR_|net::|Navigation/.test(String(error))) throw error
}
