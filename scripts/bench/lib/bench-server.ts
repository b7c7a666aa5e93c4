import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type BrowserContext, chromium } from 'playwright'
import { ensureBrowser } from '../../ensure-browser.ts'

/** Controls a server with two small events. */
export interface BenchServer {
  readonly url: string
  /** The half marathon, with all photos of start number 128. */
  readonly eventId: string
  stop(): Promise<void>
}

/** Builds the app and starts its server on a new data folder, seeded like that of the journeys. */
export async function startServer(): Promise<BenchServer> {
  execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
  const child = spawn('node_modules/.bin/tsx', ['tests/support/processes/journey-server.ts'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  for await (const line of createInterface({ input: child.stdout })) {
    const [, serverInfo] = /^journeys start at (\{.*\})$/.exec(line) ?? []
    if (serverInfo) return { ...(JSON.parse(serverInfo) as { url: string; eventId: string }), stop }
  }
  throw new Error('the server ended before it was filled')
}

/** Runs work in a phone-sized browser with a persistent profile, and deletes the profile afterwards. */
export async function withPhoneContext<Result>(
  work: (context: BrowserContext) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'photofinish-bench-'))
  const context = await chromium.launchPersistentContext(folder, {
    executablePath: ensureBrowser(),
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    hasTouch: true,
    locale: 'ru-RU',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  })
  try {
    return await work(context)
  } finally {
    await context.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Visits an address until the app is installed: all its files are cached and its worker is active. */
export async function installApp(context: BrowserContext, url: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
  })
  await page.reload()
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await page.locator('main h1').first().waitFor()
  await page.close()
}
