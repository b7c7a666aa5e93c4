import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type JourneyServer, openJourneyServer } from '../journey-server.ts'
import { describeAssertion, readFailedAssertions } from './assertions.ts'
import { buyAllPhotos } from './buy.ts'
import { demoEventId, demoOrderId } from './demo-pages.ts'
import {
  assertionsFailedExitCode,
  measurePages,
  readLighthouseConfig,
  resultsFolder,
  runLhci,
} from './lhci.ts'
import { raisePriority } from './priority.ts'
import { formatTable } from './table.ts'

const maxRepeats = 2

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
    measurePages(configFile, pages)
    let failed = checkAssertions()
    for (let repeat = 0; failed.length > 0 && repeat < maxRepeats; repeat++) {
      const urls = [...new Set(failed.flatMap(({ url }) => url ?? []))]
      console.log(`\nMeasuring again: ${urls.join(' ')}`)
      measurePages(configFile, urls)
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

/** Writes a configuration with the pages of lighthouserc.json on this server. @returns their URLs */
function writeConfig({ url, eventId }: JourneyServer, orderId: string): readonly string[] {
  const { ci } = readLighthouseConfig()
  const pages = ci.collect.url.map((page) => {
    const path = new URL(page).pathname
    return url + path.replace(demoEventId, eventId).replace(demoOrderId, orderId)
  })
  const settings = { ...ci.collect.settings, ...guardSettings }
  const collect = { url: pages, settings, numberOfRuns: 1 }
  writeFileSync(configFile, JSON.stringify({ ci: { collect, upload: ci.upload } }))
  return pages
}

/** Returns the assertions that the best run of a page fails. */
function checkAssertions(): ReturnType<typeof readFailedAssertions> {
  const status = runLhci('assert', '--config=scripts/lighthouse/guard.json')
  if (status === 0) return []
  if (status !== assertionsFailedExitCode) throw new Error('Lighthouse CI could not check its results')
  return readFailedAssertions(resultsFolder)
}

await main()
