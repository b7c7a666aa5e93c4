import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { build } from 'vite'
import { ensureBrowser } from '../ensure-browser.ts'
import { readPeakMemoryInMb } from './shrink/memory.ts'
import type { Report, ShrinkMethod } from './shrink/report.ts'

interface Engine {
  readonly name: string
  readonly command: (profile: string, url: string) => readonly string[]
  readonly isInstalled: () => boolean
}

const firefox = '/usr/bin/firefox-esr'
const miniBrowser = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser'

const engines: readonly Engine[] = [
  {
    name: 'Chromium',
    isInstalled: () => true,
    command: (profile, url) => [
      ensureBrowser(),
      '--headless=new',
      '--no-sandbox',
      '--no-first-run',
      `--user-data-dir=${profile}`,
      url,
    ],
  },
  {
    name: 'Firefox',
    isInstalled: () => existsSync(firefox),
    command: (profile, url) => [firefox, '--headless', '--no-remote', '--profile', profile, url],
  },
  {
    name: 'WebKitGTK',
    isInstalled: () => existsSync(miniBrowser) && existsSync('/usr/bin/xvfb-run'),
    command: (_profile, url) => ['xvfb-run', '-a', miniBrowser, '--private', url],
  },
]

const methods: readonly Exclude<ShrinkMethod, 'none'>[] = ['worker', 'page', 'library in worker']
const methodTitles: Readonly<Record<ShrinkMethod, string>> = {
  none: '–',
  worker: 'our worker',
  page: 'library on the page',
  'library in worker': 'library in a worker',
}
const reportTimeoutInMs = 240_000

/**
 * Compares all ways to shrink a photo in every installed engine, as a Markdown table: time, bytes, blocking of the page,
 * memory beyond that of a page that only loads the photo, and orientation of the result. Firefox and WebKitGTK are measured
 * where their Debian packages are (firefox-esr, webkit2gtk-driver, xvfb).
 */
export async function run(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'photofinish-shrink-'))
  try {
    const photos = {
      '12 MP, on its side': await drawPhoto(3024, 4032),
      '48 MP, on its side': await drawPhoto(6048, 8064),
      HEIC: readFileSync('tests/fixtures/andrei.heic'),
    }
    const benchServer = await startBenchServer(folder, photos)
    console.log('| engine | photo | way | time | bytes | page still | memory | upright |')
    console.log('| --- | --- | --- | --- | --- | --- | --- | --- |')
    for (const engine of engines.filter(({ isInstalled }) => isInstalled()))
      for (const photo of Object.keys(photos)) {
        const baseline = await benchServer.measure(engine, 'none', photo)
        for (const method of methods)
          await print(
            engine,
            photo,
            method,
            await benchServer.measure(engine, method, photo),
            baseline.memoryInMb,
          )
      }
    benchServer.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Generates a photo as heavy as a camera's, with grain, rotated by its EXIF. */
async function drawPhoto(width: number, height: number): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const noiseImage = await sharp({ create: { width, height, channels: 3, background: '#808080', noise } })
    .png({ compressionLevel: 1 })
    .toBuffer()
  const uprightPhoto = await sharp(join('demo', 'selfies', 'good-a01-andrei.jpg'))
    .resize(width, height, { fit: 'cover' })
    .composite([{ input: noiseImage, blend: 'soft-light' }])
    .png({ compressionLevel: 1 })
    .toBuffer()
  return sharp(uprightPhoto).rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality: 92 }).toBuffer()
}

interface Measurement {
  report: Report
  picture: Buffer
  memoryInMb: number
}

async function startBenchServer(folder: string, photos: Readonly<Record<string, Buffer>>) {
  const root = join(import.meta.dirname, 'shrink')
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    worker: { format: 'es' },
    build: { outDir: join(folder, 'page'), target: 'es2022' },
  })
  const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript' }
  let picture = Buffer.alloc(0)
  let onReport: (report: Report) => void = () => {}
  const respond = async (request: IncomingMessage) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://bench').pathname)
    const photo = photos[path.replace('/photos/', '')]
    if (path === '/picture') picture = await buffer(request)
    else if (path === '/report') onReport(JSON.parse((await buffer(request)).toString()) as Report)
    else if (photo) return { type: path.endsWith('HEIC') ? 'image/heic' : 'image/jpeg', body: photo }
    else {
      const file = join(folder, 'page', path === '/' ? 'index.html' : path)
      if (existsSync(file)) return { type: types[extname(file)] ?? '', body: readFileSync(file) }
    }
    return { type: 'text/plain', body: '' }
  }
  const server = createServer((request, response) => {
    void respond(request).then(({ type, body }) => response.setHeader('content-type', type).end(body))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo

  const measure = async (engine: Engine, method: ShrinkMethod, photo: string): Promise<Measurement> => {
    const profile = mkdtempSync(join(folder, 'profile-'))
    const url = `http://127.0.0.1:${port}/?way=${encodeURIComponent(method)}&photo=${encodeURIComponent(photo)}`
    picture = Buffer.alloc(0)
    const [command = '', ...args] = engine.command(profile, url)
    // a separate process group, so that all its processes can be killed
    const browser = spawn(command, args, { stdio: 'ignore', detached: true })
    try {
      const report = await new Promise<Report>((resolve, reject) => {
        onReport = resolve
        setTimeout(() => reject(new Error(`${engine.name} did not report`)), reportTimeoutInMs).unref()
      })
      return { report, picture, memoryInMb: readPeakMemoryInMb(browser.pid ?? 0) }
    } finally {
      await killBrowser(browser)
    }
  }
  return { measure, close: () => server.close() }
}

async function killBrowser(browser: ChildProcess): Promise<void> {
  if (browser.pid === undefined || browser.exitCode !== null) return
  const ended = once(browser, 'exit')
  process.kill(-browser.pid, 'SIGTERM')
  const killTimer = setTimeout(() => process.kill(-(browser.pid ?? 0), 'SIGKILL'), 5_000)
  await ended
  clearTimeout(killTimer)
}

async function print(
  engine: Engine,
  photo: string,
  method: ShrinkMethod,
  { report, picture, memoryInMb }: Measurement,
  idleInMb: number,
): Promise<void> {
  const uprightPhoto = await describeOrientation(picture)
  const isShrunk = report.error === undefined && uprightPhoto !== undefined
  const cells = [
    engine.name,
    photo,
    methodTitles[method],
    formatMedianInSeconds(report.times),
    isShrunk ? `${Math.round(picture.length / 1024)} KB` : (report.error ?? 'left as it was'),
    formatMedianInSeconds(report.stalls),
    `${Math.max(0, Math.round(memoryInMb - idleInMb))} MB`,
    isShrunk ? uprightPhoto : '–',
  ]
  console.log(`| ${cells.join(' | ')} |`)
}

function formatMedianInSeconds(values: readonly number[]): string {
  const median = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]
  return median === undefined ? '–' : `${(median / 1000).toFixed(2)} s`
}

/** Returns whether a JPEG is upright without EXIF; undefined for anything else. */
async function describeOrientation(picture: Buffer): Promise<string | undefined> {
  if (picture.length === 0) return undefined
  const { format, width, height, orientation, exif } = await sharp(picture)
    .metadata()
    .catch(() => ({ format: undefined, width: 0, height: 0, orientation: undefined, exif: undefined }))
  if (format !== 'jpeg') return undefined
  return height > width && orientation === undefined && exif === undefined ? 'yes' : 'no'
}
