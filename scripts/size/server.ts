import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compose } from '../../server/compose.ts'
import { readDemoEvents } from '../../server/features/demo/demo-data.ts'
import { seedEvent } from '../../server/features/demo/seed-event.ts'
import { ingestFolder, readManifest } from '../../server/features/ingest/index.ts'
import type { PhotoAnalyser } from '../../server/features/photos/index.ts'
import { createLogger } from '../../server/platform/log.ts'
import { readConfig } from '../../server/read-config.ts'
import { waitUntilReady } from '../../tests/support/processes/server-ready.ts'

const demo = 'demo'
export const eventPhotoCount = 24

export interface MeasuredServer {
  readonly url: string
  /** An event with a cover, videos and `eventPhotoCount` photos. */
  readonly eventId: string
  stop(): Promise<void>
}

/** Starts the built server on a new data folder with the events of the demo. The caller must stop it. */
export async function startMeasuredServer(): Promise<MeasuredServer> {
  const folder = await mkdtemp(join(tmpdir(), 'photofinish-size-'))
  const env = {
    ...process.env,
    PORT: '0',
    HOST: '127.0.0.1',
    DATA_DIR: join(folder, 'data'),
    DATABASE_URL: undefined,
    DEMO: '0',
    SANDBOX_BANK: '1',
    LOG_LEVEL: 'info',
  }
  const removeFolder = () => rm(folder, { recursive: true, force: true })
  try {
    const eventId = await fillDatabase(env)
    const server = spawn(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'dist/server/server/main.js'],
      { env, stdio: ['ignore', 'pipe', 'inherit'] },
    )
    const ended = once(server, 'exit')
    const stop = async () => {
      server.kill('SIGTERM')
      await ended
      await removeFolder()
    }
    return { url: `http://localhost:${await waitUntilReady(server)}`, eventId, stop }
  } catch (error) {
    await removeFolder()
    throw error
  }
}

/**
 * Creates the events of the demo and ingests photos into the first one. Faces and start numbers are not read: they take most
 * of the time and do not affect page sizes.
 */
async function fillDatabase(env: NodeJS.ProcessEnv): Promise<string> {
  const composition = await compose(readConfig(env), createLogger('error'))
  try {
    const { services, analyser, videoAnalyser, painter, covers } = composition
    const context = composition.createTenantContext('default')
    if (!context) throw new Error('There is no tenant "default"')
    const { objects, clock } = services
    const { events } = await readDemoEvents(demo)
    const rows = []
    for (const event of events)
      rows.push(await seedEvent(context, { folder: demo, objects, painter, covers }, event))
    const [event] = rows
    const photos = events[0]?.photos
    if (!event || photos === undefined) throw new Error('The first event of the demo has no photos')
    const picturesOnly: PhotoAnalyser = {
      analyse: (bytes, options) => analyser.analyse(bytes, { ...options, known: { faces: [], bibs: [] } }),
      hashPicture: (bytes) => analyser.hashPicture(bytes),
      close: () => analyser.close(),
    }
    const report = { progress: () => {}, refused: () => {}, added: () => {} }
    const { added } = await ingestFolder(
      context,
      { objects, clock, analyser: picturesOnly, videoAnalyser, workers: services.config.visionWorkers },
      {
        event,
        folder: join(demo, photos),
        maxFiles: eventPhotoCount,
        manifest: await readManifest(join(demo, 'photos.json'), 'UTC'),
      },
      report,
      new AbortController().signal,
    )
    if (added !== eventPhotoCount) throw new Error(`Only ${added} of ${eventPhotoCount} photos were ingested`)
    return event.id
  } finally {
    await composition.close()
  }
}
