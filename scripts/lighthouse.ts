import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { Demo, demoPath } from '../contract/demo.ts'
import { ensureBrowser } from './ensure-browser.ts'
import { buyAllPhotos } from './lighthouse/buy.ts'
import { tableOf } from './lighthouse/table.ts'

const port = 8091
const base = `http://localhost:${port}`
const dataDir = '.cache/lighthouse'
const readyInMs = 600_000

/**
 * Lighthouse (phone, median of three) over the built app with the demo: prints a table of what was measured, then fails
 * beyond the budgets of lighthouserc.json. What is somebody's own asks not to be listed, so that is left out of the score;
 * `tests/api/heads.test.ts` shows which pages do.
 */
async function main(): Promise<void> {
  execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
  const server = startServer()
  try {
    await until(async () => (await fetch(`${base}/readyz`)).ok)
    const { event, number } = await demoEvent()
    const order = await buyAllPhotos(base, event, number)
    const urls = [
      '/',
      `/event/${event}`,
      `/event/${event}/selfie`,
      `/search/${event}/${number}`,
      '/cart',
      `/order/${order}`,
      '/for-organizers',
    ].map((path) => `${base}${path}`)
    mkdirSync('.cache', { recursive: true })
    const config = '.cache/lighthouserc.json'
    writeFileSync(config, JSON.stringify(withUrls(urls)))
    const env = { ...process.env, CHROME_PATH: ensureBrowser() }
    const run = (step: string) =>
      spawnSync('node_modules/.bin/lhci', [step, `--config=${config}`], { stdio: 'inherit', env }).status ===
      0
    const isMeasured = run('collect') && run('upload')
    if (isMeasured) console.log(`\n${tableOf('.lighthouseci/reports')}\n`)
    if (!isMeasured || !run('assert')) process.exitCode = 1
  } finally {
    server.kill('SIGTERM')
  }
}

function startServer(): ChildProcess {
  const server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'dist/server/server/main.js'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'error' },
    },
  )
  // elsewhere it does not share the browser's processor
  if (server.pid !== undefined) setPriority(server.pid, 10)
  return server
}

/** The first event and a start number in it, once all photos of all are in, so that nothing else runs while pages are measured. */
async function demoEvent(): Promise<{ event: string; number: string }> {
  let demo: Demo | undefined
  await until(async () => {
    demo = Demo.parse(await (await fetch(`${base}${demoPath}`)).json())
    return demo.seeding.state === 'Done'
  })
  const event = demo?.events.find(({ photosReady }) => photosReady > 0)?.eventId ?? ''
  const number = demo?.numbers.find(({ eventId }) => eventId === event)?.number
  if (!number) throw new Error('The demo has nobody to search for')
  return { event, number }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  const giveUpAt = Date.now() + readyInMs
  while (Date.now() < giveUpAt) {
    if (await isSo().catch(() => false)) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('The server did not get ready')
}

function withUrls(urls: readonly string[]): unknown {
  const config = JSON.parse(readFileSync('lighthouserc.json', 'utf8')) as { ci: { collect: object } }
  return { ...config, ci: { ...config.ci, collect: { ...config.ci.collect, url: urls } } }
}

await main()
