import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ensureBrowser } from './ensure-browser.ts'

const port = 8091
const base = `http://localhost:${port}`
const dataDir = '.cache/lighthouse'
const readyInMs = 300_000

/** Lighthouse (phone, median of three) over the built app with the demo; fails below the budgets of lighthouserc.json. */
async function main(): Promise<void> {
  execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
  const server = startServer()
  try {
    await until(async () => (await fetch(`${base}/readyz`)).ok)
    const event = await demoEvent()
    const urls = ['/', `/event/${event}`, `/event/${event}/selfie`, '/cart'].map((path) => `${base}${path}`)
    mkdirSync('.cache', { recursive: true })
    const config = '.cache/lighthouserc.json'
    writeFileSync(config, JSON.stringify(withUrls(urls)))
    const env = { ...process.env, CHROME_PATH: ensureBrowser() }
    for (const step of ['collect', 'assert', 'upload']) {
      execFileSync('node_modules/.bin/lhci', [step, `--config=${config}`], { stdio: 'inherit', env })
    }
    printScores()
  } finally {
    server.kill('SIGTERM')
  }
}

function startServer(): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'dist/server/server/main.js'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'error' },
  })
}

/** The first event once all its photos are in, so that nothing else runs while pages are measured. */
async function demoEvent(): Promise<string> {
  let eventId = ''
  await until(async () => {
    const answer = await fetch(`${base}/public/events/api/v1/events`)
    const { items } = (await answer.json()) as {
      items: { eventId: string; processing: { photosTotal: number; photosReady: number } }[]
    }
    eventId = items.at(-1)?.eventId ?? ''
    const isReady = ({ processing }: (typeof items)[number]) =>
      processing.photosReady > 0 && processing.photosReady === processing.photosTotal
    return items.length > 1 && items.every(isReady)
  })
  return eventId
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

/** One line for each page's representative run. */
function printScores(): void {
  const folder = '.lighthouseci/reports'
  const manifest = readdirSync(folder).find((name) => name === 'manifest.json')
  if (!manifest) return
  const runs = JSON.parse(readFileSync(join(folder, manifest), 'utf8')) as {
    url: string
    isRepresentativeRun: boolean
    summary: Record<string, number>
  }[]
  for (const { url, summary } of runs.filter((run) => run.isRepresentativeRun)) {
    const scores = Object.entries(summary).map(([name, score]) => `${name} ${score.toFixed(2)}`)
    console.log(`${url.replace(base, '')}  ${scores.join('  ')}`)
  }
}

await main()
