import { execFileSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { fastLinkFlag } from '../tests/support/browser/cameras.ts'
import { ensureBrowser } from './ensure-browser.ts'
import { findWastedPictures } from './size/pictures.ts'
import { startMeasuredServer } from './size/server.ts'
import { type LoadedFile, pixelRatio, type Tap, type Visit, visit } from './size/visit.ts'

/** Limits; above them the command fails. Bytes are compressed body bytes on the wire. */
const limits = {
  scriptInAll: 195_000,
  scripts: 14,
  style: 12_000,
  fonts: 40_000,
  wasted: 0,
}
const observationInMs = 5_000
const timedRuns = 3
const dialogSelector = 'dialog[open], [role="dialog"]'

interface MeasuredPage {
  readonly name: string
  readonly path: string
  readonly tap: Tap
  /** Limit of the JavaScript requested before the tap takes effect, without what starts when the page is idle. */
  readonly scriptToReact: number
  /** On slow 4G, from the start of the navigation to the effect of a tap. */
  readonly reactsInMs: number
}

const isScript = ({ type, url }: LoadedFile) => type === 'Script' || new URL(url).pathname.endsWith('.js')
const sumBytes = (files: readonly LoadedFile[]) => files.reduce((total, { bytes }) => total + bytes, 0)
const formatKilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} KB`
const formatSeconds = (ms: number) => `${(ms / 1_000).toFixed(1)} s`

const { values: options } = parseArgs({
  options: {
    /** Skips times, which depend on the load of the machine. */
    bytes: { type: 'boolean', default: false },
    /** Measures the existing build. */
    built: { type: 'boolean', default: false },
    /** Lists the loaded files. */
    files: { type: 'boolean', default: false },
  },
})

/** Checks what a phone loads on a first visit against limits, measured in Chromium with cold caches. */
async function main(): Promise<void> {
  if (!options.built) execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
  const server = await startMeasuredServer()
  const browser = await chromium.launch({
    executablePath: ensureBrowser(),
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--disable-background-networking',
      // Chromium estimates its link, and prefetches lazy images from farther away on a slow link
      fastLinkFlag,
    ],
  })
  const pages: MeasuredPage[] = [
    {
      name: '/',
      path: '/',
      tap: { target: 'button[aria-label="Меню"]', effect: dialogSelector },
      scriptToReact: 135_000,
      reactsInMs: 2_000,
    },
    {
      name: '/event/…',
      path: `/event/${server.eventId}`,
      tap: { target: '[data-tile="0"] .pf-tile-open', effect: dialogSelector },
      scriptToReact: 155_000,
      reactsInMs: 2_300,
    },
  ]
  try {
    // warms up the server, which is not part of the measurement
    for (const { path } of pages) await fetch(server.url + path)
    for (const page of pages) {
      const url = server.url + page.path
      const visitPage = (overrides: {
        isPhone: boolean
        slow?: boolean
        isSettled?: true
        tap?: Tap
        isIdleAfterTap?: true
        untilInMs: number
      }) => visit(browser, { url, ...overrides })
      printBytes(
        page,
        await visitPage({ isPhone: true, tap: page.tap, isIdleAfterTap: true, untilInMs: observationInMs }),
      )
      for (const isPhone of [true, false])
        printPictures(
          page,
          isPhone,
          await visitPage({ isPhone, isSettled: true, untilInMs: observationInMs / 2 }),
        )
      if (options.bytes) continue
      const times: number[] = []
      for (let run = 0; run < timedRuns; run++)
        times.push((await visitPage({ isPhone: true, slow: true, tap: page.tap, untilInMs: 0 })).reactedInMs)
      print(
        page,
        'reacts to a tap on slow 4G, best of three',
        Math.min(...times),
        page.reactsInMs,
        formatSeconds,
      )
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

function printBytes(page: MeasuredPage, { files, reactedInMs, byWorker }: Visit): void {
  const scripts = files.filter(isScript)
  const earlyScripts = scripts.filter(({ requestedInMs }) => requestedInMs <= reactedInMs)
  const uncompressed = scripts.filter(({ encoding, bytes }) => encoding !== 'br' && bytes > 1_000)
  if (uncompressed.length > 0)
    reportFailure(`not compressed by brotli: ${uncompressed.map(({ url }) => url).join(', ')}`)
  print(page, 'JavaScript requested before it reacts to a tap', sumBytes(earlyScripts), page.scriptToReact)
  print(page, 'all JavaScript within 5 s', sumBytes(scripts), limits.scriptInAll)
  print(page, 'scripts within 5 s', scripts.length, limits.scripts, String)
  const filterByType = (type: string) => files.filter((file) => file.type === type)
  print(page, 'style sheets', sumBytes(filterByType('Stylesheet')), limits.style)
  print(page, 'fonts', sumBytes(filterByType('Font')), limits.fonts)
  print(page, `besides, for later visits: ${byWorker.files} files by the service worker`, byWorker.bytes)
  if (options.files)
    for (const { url, bytes, requestedInMs, type } of files)
      console.log(
        `    ${formatSeconds(requestedInMs)}  ${formatKilobytes(bytes).padStart(9)}  ${type}  ${url}`,
      )
}

function printPictures(page: MeasuredPage, isPhone: boolean, { files, pictures, renditions }: Visit): void {
  const fetched = files.filter(({ type }) => type === 'Image')
  const urls = [...new Set(fetched.map(({ url }) => url))]
  const wasteReports = findWastedPictures(urls, pictures, renditions, pixelRatio)
  const device = isPhone ? 'a phone' : 'a narrow window'
  print(page, `pictures on ${device}: ${fetched.length} with`, sumBytes(fetched))
  print(page, `  of them too large or too far away`, wasteReports.length, limits.wasted, String)
  for (const each of wasteReports) console.log(`    ${each}`)
  if (urls.length < fetched.length)
    reportFailure(`${fetched.length - urls.length} pictures were fetched twice`)
}

function print(
  { name }: MeasuredPage,
  label: string,
  value: number,
  limit?: number,
  format: (value: number) => string = formatKilobytes,
): void {
  const isOver = limit !== undefined && !(value <= limit)
  const limitText = limit === undefined ? '' : `(at most ${format(limit)})`
  console.log(
    `${name.padEnd(9)} ${label.padEnd(58)} ${format(value).padStart(9)} ${limitText}${isOver ? '  TOO MUCH' : ''}`,
  )
  if (isOver) process.exitCode = 1
}

function reportFailure(message: string): void {
  console.log(message)
  process.exitCode = 1
}

await main()
