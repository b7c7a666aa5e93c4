import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test'
import { formatExchange } from '../../scripts/faults/control.ts'
import { createFaultProxy, type FaultProxy } from '../../scripts/faults/proxy.ts'
import { Phone } from './phone.ts'

interface FaultServer {
  /** URL of the server without the fault proxy that each test opens. */
  readonly url: string
  readonly rowsUrl: string
  /** The half marathon with all photos of Andrei, start number 128. */
  readonly eventId: string
}

/** Data printed by the server of the fault tests. */
export const testServer = JSON.parse(process.env.FAULT_WORLD ?? '{}') as FaultServer

/** Returns rows of the server's database. */
export async function queryRows<Row>(query: string): Promise<Row[]> {
  const answer = await fetch(testServer.rowsUrl, { method: 'POST', body: query })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as Row[]
}

export interface Fixtures {
  /** Fault proxy to the server, without faults by default. */
  network: FaultProxy
  /** A device whose browser can be killed; starts on first use. */
  phone: Phone
  /** Uncaught errors of the pages; a bad network must not cause any. */
  thrown: string[]
}

export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what is needed: nothing
  network: async ({}, use, info) => {
    const network = await createFaultProxy({ target: testServer.url, keepAlive: false })
    await use(network)
    if (info.status !== info.expectedStatus)
      await writeFile(info.outputPath('exchanges.txt'), network.log.map(formatExchange).join('\n'))
    await network.close()
  },
  baseURL: async ({ network }, use) => use(network.url),
  phone: async (
    { network, launchOptions, viewport, locale, timezoneId, playwright, browserName },
    use,
    info,
  ) => {
    const folder = await mkdtemp(join(tmpdir(), 'photofinish-phone-'))
    const options = { ...launchOptions, viewport, locale, timezoneId, hasTouch: true, baseURL: network.url }
    const phone = new Phone(playwright[browserName], folder, options)
    await use(phone)
    if (info.status !== info.expectedStatus) await phone.saveScreenshot(info.outputPath('phone.png'))
    await phone.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    expect(phone.thrown).toEqual([])
  },
  thrown: [
    async ({ context }, use) => {
      const thrown: string[] = []
      recordErrors(context, thrown)
      await use(thrown)
      expect(thrown).toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

function recordErrors(context: BrowserContext, thrown: string[]): void {
  context.on('weberror', (error) => {
    thrown.push(error.error().stack ?? error.error().message)
  })
}

/** Waits until the service worker controls the page, so that further requests are cached. */
export async function waitForWorker(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (navigator.serviceWorker.controller) return
    await new Promise((resolve) => {
      navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true })
    })
  })
}
