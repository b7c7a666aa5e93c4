import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findBrowser } from '../ensure-browser.ts'
import { type JourneyServer, openJourneyServer } from '../journey-server.ts'
import { describeAssertion, readFailedAssertions } from './assertions.ts'
import { buyAllPhotos } from './buy.ts'
import { demoEventId, demoOrderId } from './demo-pages.ts'
import { raisePriority } from './priority.ts'
import { formatTable } from './table.ts'

const resultsFolder = '.lighthouseci'
const maxRepeats = 2
/** Exit code of `lhci assert` when an assertion failed; any other code but 0 means that it could not work. */
const assertionsFailedExitCode = 1

/**
 * The network is that of a phone, but the processor is not slowed down: machines of CI are shared and differ by a factor of
 * three, so a slowed one would measure the machine. `npm run lighthouse` slows it down.
 */
const guardSettings = { throttling: { cpuSlowdownMultiplier: 1 }, disableFullPageScreenshot: true }

const configFile = join(resultsFolder, 'guard-pages.json')

/**
 * Runs Lighthouse once on each kind of page of lighthouserc.json, and up to two times more on pages that fall short. The
 * best run of a page counts, against the limits of guard.json. The pages are those of a server with the data of the
 * journeys. `npm run lighthouse` asserts the strict limits, on all of the demo.
 */
async function main(): Promise<void> {
  raisePriority()
  rmSync(resultsFolder, { recursive: true, force: true })
  mkdirSync(resultsFolder)
  const server = await openJourneyServer('lighthouse', { EMBEDDED_IDENTITY: '1' })
  try {
    const orderId = await buyAllPhotos(server.url, server.eventId, '128')
    const pages = writeConfig(server, orderId)
    measurePages(pages)
    let failed = checkAssertions()
    for (let repeat = 0; failed.length > 0 && repeat < maxRepeats; repeat++) {
      const urls = [...new Set(failed.flatMap(({ url }) => url ?? []))]
      console.log(`\nMeasuring again: ${urls.join(' ')}`)
      measurePages(urls)
      failed = checkAssertions()
    }
    runLhci('upload', `--config=${configFile}`)
    console.log(`\n${formatTable(join(resultsFolder, 'reports'))}`)
    for (const each of failed) console.error(`Falls short: ${describeAssertion(each)}`)
    const shortPages = new Set(failed.map(({ url }) => url)).size
    console.log(`\n${pages.length - shortPages} passed, ${shortPages} failed`)
    if (failed.length > 0) process.exitCode = 1
  } finally {
    await server.close()
  }
}

interface LighthouseConfig {
  readonly ci: {
    readonly collect: { readonly url: readonly string[]; readonly settings: object }
    readonly upload: object
  }
}

/** Writes a configuration with the pages of lighthouserc.json on this server. @returns their URLs */
function writeConfig({ url, eventId }: JourneyServer, orderId: string): readonly string[] {
  const { ci } = JSON.parse(readFileSync('lighthouserc.json', 'utf8')) as LighthouseConfig
  const pages = ci.collect.url.map((page) => {
    const path = new URL(page).pathname
    return url + path.replace(demoEventId, eventId).replace(demoOrderId, orderId)
  })
  const settings = { ...ci.collect.settings, ...guardSettings }
  const collect = { url: pages, settings, numberOfRuns: 1 }
  writeFileSync(configFile, JSON.stringify({ ci: { collect, upload: ci.upload } }))
  return pages
}

/** Measures pages one after the other, and adds the results to those of earlier runs. */
function measurePages(urls: readonly string[]): void {
  const status = runLhci(
    'collect',
    `--config=${configFile}`,
    '--additive',
    ...urls.map((url) => `--url=${url}`),
  )
  if (status !== 0) throw new Error('Lighthouse could not measure the pages')
}

/** Returns the assertions that the best run of a page fails. */
function checkAssertions(): ReturnType<typeof readFailedAssertions> {
  const status = runLhci('assert', '--config=scripts/lighthouse/guard.json')
  if (status === 0) return []
  if (status !== assertionsFailedExitCode) throw new Error('Lighthouse CI could not check its results')
  return readFailedAssertions(resultsFolder)
}

/** Runs a command of Lighthouse CI. @returns its exit code */
function runLhci(...args: readonly string[]): number | null {
  const env = { ...process.env, CHROME_PATH: findBrowser() }
  return spawnSync(join('node_modules', '.bin', 'lhci'), args, { stdio: 'inherit', env }).status
}

await main()
