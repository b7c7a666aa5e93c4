import type { AddressInfo } from 'node:net'
import { openChannel } from './cli/channel-server.ts'
import { type Composition, compose } from './compose.ts'
import {
  cacheRecognitionResults,
  isDemoAvailable,
  listDemoTenants,
  printAddresses,
  seedDemo,
} from './features/demo/index.ts'
import { createProgressBar, makePreviews } from './features/ingest/index.ts'
import { ConfigError } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { DatabaseLocked } from './platform/db/lock/lock.ts'
import { describeError } from './platform/describe-error.ts'
import { serveHealth } from './platform/http/health.ts'
import { createLogger, type Logger } from './platform/log.ts'
import { scheduleRemoval } from './platform/objects/unfinished-uploads.ts'
import { schedulePurgeOfTenants } from './purge-jobs.ts'
import { readConfig } from './read-config.ts'
import { scheduleRefold } from './refold-jobs.ts'
import { listUnsafeSettings } from './unsafe-settings.ts'

/** The last resort, when the database cannot be closed. */
const exitTimeoutInMs = 15_000
/** Time for running jobs to end after the stop signal, as for calls (`closeInMs`). Jobs that exceed it become due again. */
const jobStopTimeoutInMs = 7_000

/** Aborted by the first SIGINT or SIGTERM. */
const stopController = new AbortController()

async function main(): Promise<void> {
  const { signal: stopSignal } = stopController
  // From the beginning: as process 1 of a container, a process without a listener ignores them.
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      if (stopSignal.aborted) return
      setTimeout(() => process.exit(1), exitTimeoutInMs).unref()
      stopController.abort()
    })
  const config = readConfig(process.env, { serves: true })
  // At a terminal, show addresses and progress instead of one line per request.
  const isQuiet = process.stdout.isTTY && !process.env.LOG_LEVEL
  const log = createLogger(isQuiet ? 'warn' : config.logLevel)
  const composition = await compose(config, log, { serves: true, signal: stopSignal })
  const { services, database, jobs } = composition
  const app = await composition.buildApp()

  serveHealth(app, () => database.ping())

  await app.listen({ port: config.port, host: config.host })
  const { port } = app.server.address() as AddressInfo
  composition.completeStart(port)
  const channel = database.lock ? await openChannel(composition, database.lock, log) : undefined
  await scheduleHousekeeping(composition)
  jobs.start()
  const [demo, ...others] = listDemoTenants(services.tenants).flatMap(
    ({ name }) => composition.createTenantContext(name) ?? [],
  )
  const hasDemo = demo !== undefined && (await isDemoAvailable(services, demo))
  printAddresses(services, { port, hasDemo })
  log.info({ port }, 'server ready')
  reportUnsafeSettings(listUnsafeSettings(services.config, services.tenants), isQuiet ? undefined : log)
  // demo events are not seeded where the first tenant has its own events
  const seeding = hasDemo ? seedDemos(composition, [demo, ...others], stopSignal) : undefined
  const previewCreation = makeMissingPreviews(composition, stopSignal)

  const shutDown = async () => {
    log.info('stopping')
    await Promise.all([
      app.close(),
      channel?.close(AbortSignal.abort()),
      jobs.stop(jobStopTimeoutInMs),
      seeding,
      previewCreation,
    ])
    await composition.close()
    process.exit(0)
  }
  if (stopSignal.aborted) await shutDown()
  else stopSignal.addEventListener('abort', () => void shutDown())
}

/** Schedules the jobs of each tenant. Jobs for the whole installation use the first one. A failure does not stop the server. */
async function scheduleHousekeeping(composition: Composition): Promise<void> {
  const { services } = composition
  for (const { name } of services.tenants.all) {
    const tenantContext = composition.createTenantContext(name)
    if (!tenantContext) continue
    await scheduleRefold(tenantContext).catch((error: unknown) =>
      services.log.error({ err: error, tenant: name }, 'recomputing texts of searches not scheduled'),
    )
    await schedulePurgeOfTenants(tenantContext).catch((error: unknown) =>
      services.log.error({ err: error, tenant: name }, 'deletion of expired data not scheduled'),
    )
  }
  const [tenant] = services.tenants.all
  const context = tenant && composition.createTenantContext(tenant.name)
  if (!context) return
  await scheduleRemoval(context).catch((error: unknown) =>
    services.log.error({ err: error }, 'removal of unfinished uploads not scheduled'),
  )
}

/** Reports all of them together: as a block at a terminal, otherwise as one log line. */
function reportUnsafeSettings(unsafe: readonly string[], log: Logger | undefined): void {
  if (unsafe.length === 0) return
  if (log) log.warn({ unsafe }, 'settings are unsafe for real sales')
  else console.log(['  Unsafe for real sales:', ...unsafe.map((line) => `  - ${line}`), ''].join('\n'))
}

/** Seeds the demo while the server is already running. A failure does not stop the server. */
async function seedDemos(
  { services, analyser, videoAnalyser, painter, covers }: Composition,
  contexts: readonly Context[],
  signal: AbortSignal,
): Promise<void> {
  const progressBar = createProgressBar(process.stderr)
  try {
    const { objects, clock, config } = services
    // other brands show the same photos with their own watermark: faces and numbers are analyzed only once
    const cachingAnalyser = cacheRecognitionResults(analyser)
    const parts = {
      ...{ objects, clock, videoAnalyser, painter, covers },
      analyser: cachingAnalyser,
      workers: config.visionWorkers,
    }
    const report = { note: progressBar.note, progress: progressBar.update }
    for (const context of contexts) {
      const outcome = await seedDemo(services, context, parts, report, signal)
      if (outcome === 'Done') progressBar.note(`The demo of ${context.tenant.settings.tenantName} is ready.`)
      if (signal.aborted) return
    }
  } catch (error) {
    services.log.error({ err: error }, 'the demo could not be seeded')
  } finally {
    progressBar.end()
  }
}

/** Makes previews of videos that were ingested without ffmpeg. A failure does not stop the server. */
async function makeMissingPreviews(composition: Composition, signal: AbortSignal): Promise<void> {
  const { services, analyser, videoAnalyser } = composition
  const { log, objects } = services
  for (const { name } of services.tenants.all) {
    const context = composition.createTenantContext(name)
    if (!context || signal.aborted) continue
    try {
      const parts = { objects, analyser, videoAnalyser }
      const { made, failed, problem } = await makePreviews(context, parts, {}, signal)
      const details = { tenant: name, made, failed: problem === undefined ? failed : failed.length }
      if (problem !== undefined) log.warn(details, `videos lack posters or previews: ${problem}`)
      else if (made + failed.length > 0) log.info(details, 'posters and previews of videos made')
    } catch (error) {
      log.error({ err: error, tenant: name }, 'posters and previews of videos could not be made')
    }
  }
}

main().catch((error: unknown) => {
  if (stopController.signal.aborted && error instanceof Error && error.name === 'AbortError') process.exit(0)
  // Errors that the operator can fix are printed without a stack.
  if (error instanceof ConfigError || error instanceof DatabaseLocked) console.error(error.message)
  else console.error(describeError(error))
  process.exit(1)
})
