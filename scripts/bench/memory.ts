import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { type Demo, demoPath } from '../../contract/demo.ts'
import { runCommandOnServer } from '../../tests/support/processes/server-command.ts'
import { waitUntilReady } from '../../tests/support/processes/server-ready.ts'
import { type ProcessMemory, readProcessTree, sumMemory } from './lib/process-memory.ts'

/** Of the server and its workers, with the default settings on two cores. */
const limitsInMb = { start: 900, rest: 450, ingest: 900 }
const megabyteInBytes = 1024 ** 2
const sampleIntervalInMs = 250
const cameraPhotoCount = 24
const cameraPhotoSize = { width: 6000, height: 4000 }

/**
 * Starts the built server with new data, and prints its resident memory: while it starts, while the demo and photos of a camera
 * are ingested, and at rest afterwards. Sums all processes of the server; on Linux, a file that several of them have mapped counts once. Takes about
 * ten minutes.
 */
export async function run(): Promise<void> {
  execFileSync('node_modules/.bin/tsx', ['scripts/build.ts'], { stdio: 'inherit' })
  const folder = await mkdtemp(join(tmpdir(), 'photofinish-memory-'))
  const server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'dist/server/server/main.js'],
    {
      env: {
        ...process.env,
        // as `npm start` has it
        MALLOC_ARENA_MAX: '2',
        ...{ PORT: '0', HOST: '127.0.0.1', DATA_DIR: join(folder, 'data'), DEMO: '1', LOG_LEVEL: 'info' },
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const exited = once(server, 'exit')
  const sampler = startSampler(server.pid ?? 0)
  try {
    const port = await waitUntilReady(server)
    report('while it creates the database, at most', sampler.takePeak(), limitsInMb.start)
    report('when it serves', sampler.read())
    await waitForDemo(`http://127.0.0.1:${port}`)
    const restAfterDemo = await waitForRest(sampler)
    report('while the demo is ingested, at most', sampler.takePeak(), limitsInMb.ingest)
    report('at rest after the demo', restAfterDemo, limitsInMb.rest)
    const photos = await writeCameraPhotos(folder)
    const eventId = await runCommandOnServer(join(folder, 'data'), 'event', 'create', '--title', 'Memory')
    sampler.takePeak()
    await runCommandOnServer(join(folder, 'data'), 'ingest', photos, '--event', eventId)
    report(
      `while ${cameraPhotoCount} photos of 24 megapixels are, at most`,
      sampler.takePeak(),
      limitsInMb.ingest,
    )
    report('at rest after them', await waitForRest(sampler), limitsInMb.rest)
    await fetch(`http://127.0.0.1:${port}/event/${eventId}`)
    report('with the model for selfies, after a visit of an event', await waitForWorker(sampler))
  } finally {
    sampler.stop()
    server.kill('SIGTERM')
    await exited
    await rm(folder, { recursive: true, force: true })
  }
}

/** Prints the memory of the server, and of each worker. */
function report(label: string, tree: readonly ProcessMemory[], limitInMb?: number): void {
  const toMb = (bytes: number) => Math.round(bytes / megabyteInBytes)
  const total = toMb(sumMemory(tree))
  const [server, ...workers] = tree.map(({ residentInBytes }) => toMb(residentInBytes))
  const isTooMuch = limitInMb !== undefined && total > limitInMb
  const limit = limitInMb === undefined ? '' : `, limit ${limitInMb} MB${isTooMuch ? '  TOO MUCH' : ''}`
  console.log(`${label}: ${total} MB (server ${server}, workers ${workers.join(' + ') || 'none'})${limit}`)
  if (isTooMuch) process.exitCode = 1
}

/** Samples the memory of a process tree until it is stopped. */
function startSampler(pid: number) {
  let peak: ProcessMemory[] = []
  const read = () => readProcessTree(pid)
  const timer = setInterval(() => {
    const tree = read()
    if (sumMemory(tree) > sumMemory(peak)) peak = tree
  }, sampleIntervalInMs)
  return {
    read,
    /** Returns the largest sample since the last call. */
    takePeak: () => {
      const taken = peak
      peak = []
      return taken
    },
    stop: () => clearInterval(timer),
  }
}

type Sampler = ReturnType<typeof startSampler>

async function waitForDemo(url: string): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}${demoPath}`)
    if (response.ok && ((await response.json()) as Demo).seeding.state === 'Done') return
    await sleep(1_000)
  }
}

/** Waits until no worker is left, which is two minutes after the last picture. */
async function waitForRest(sampler: Sampler): Promise<ProcessMemory[]> {
  while (sampler.read().length > 1) await sleep(1_000)
  return sampler.read()
}

async function waitForWorker(sampler: Sampler): Promise<ProcessMemory[]> {
  while (sampler.read().length === 1) await sleep(100)
  // until the networks are loaded
  await sleep(5_000)
  return sampler.read()
}

/** Writes demo photos in the size of a camera's. @returns their folder */
async function writeCameraPhotos(folder: string): Promise<string> {
  const photos = join(folder, 'photos')
  await mkdir(photos)
  const names = (await readdir('demo/photos-a')).sort().slice(0, cameraPhotoCount)
  for (const name of names)
    await sharp(join('demo/photos-a', name))
      .resize({ ...cameraPhotoSize, fit: 'fill' })
      .jpeg({ quality: 90 })
      .toFile(join(photos, name))
  return photos
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await run()
