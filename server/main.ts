import type { AddressInfo } from 'node:net'
import { openChannel } from './cli/channel-server.ts'
import { type Composition, compose } from './compose.ts'
import {
  demoTenantsOf,
  holdsDemo,
  printAddresses,
  rememberFindings,
  seedDemo,
} from './features/demo/index.ts'
import { createProgressBar } from './features/ingest/index.ts'
import { ConfigError, readConfig } from './platform/config.ts'
import type { Context } from './platform/context.ts'
import { DatabaseLocked } from './platform/db/lock.ts'
import { createLogger } from './platform/log.ts'

const giveUpAfterInMs = 15_000

async function main(): Promise<void> {
  const config = readConfig(process.env)
  // A person at a terminal wants the addresses and the progress, not a line for each request.
  const isQuiet = process.stdout.isTTY && !process.env.LOG_LEVEL
  const log = createLogger(isQuiet ? 'warn' : config.logLevel)
  const composition = await compose(config, log)
  const { ground, database, jobs } = composition
  const app = await composition.buildApp()

  app.get('/healthz', { schema: { hide: true }, logLevel: 'silent' }, async () => ({ live: true }))
  app.get('/readyz', { schema: { hide: true }, logLevel: 'silent' }, async () => {
    await database.ping()
    return { ready: true }
  })

  await app.listen({ port: config.port, host: config.host })
  const { port } = app.server.address() as AddressInfo
  composition.listensOn(port)
  const channel = database.lock ? await openChannel(composition, database.lock, log) : undefined
  jobs.start()
  const [demo, ...others] = demoTenantsOf(ground.tenants).flatMap(
    ({ name }) => composition.contextOf(name) ?? [],
  )
  const hasDemo = demo !== undefined && (await holdsDemo(ground, demo))
  printAddresses(ground, { port, hasDemo })
  const seeding = new AbortController()
  // where the first tenant has events of its own, nobody gets invented ones
  const seeded = hasDemo ? seedAll(composition, [demo, ...others], seeding.signal) : undefined

  let stopping = false
  const stop = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), giveUpAfterInMs).unref()
    seeding.abort()
    await Promise.all([app.close(), channel?.close(AbortSignal.abort()), jobs.stop(), seeded])
    await composition.close()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => void stop(signal))
}

/** Fills the demo while the server answers already; a failure leaves the server running. */
async function seedAll(
  { ground, analyser, painter, covers }: Composition,
  contexts: readonly Context[],
  signal: AbortSignal,
): Promise<void> {
  const bar = createProgressBar(process.stderr)
  try {
    const { objects, clock, config } = ground
    // other brands show the same photos under their own mark: faces and numbers in them are known by then
    const remembering = rememberFindings(analyser)
    const parts = { objects, clock, analyser: remembering, painter, covers, workers: config.visionWorkers }
    const report = { note: bar.note, progress: bar.update }
    for (const context of contexts) {
      const outcome = await seedDemo(ground, context, parts, report, signal)
      if (outcome === 'Done') bar.note(`The demo of ${context.tenant.settings.tenantName} is ready.`)
      if (signal.aborted) return
    }
  } catch (error) {
    ground.log.error({ err: error }, 'the demo could not be seeded')
  } finally {
    bar.end()
  }
}

main().catch((error: unknown) => {
  // What a person can mend is said without a stack.
  if (error instanceof ConfigError || error instanceof DatabaseLocked) console.error(error.message)
  else console.error(error)
  process.exit(1)
})
