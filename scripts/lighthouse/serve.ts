import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { Demo, demoPath } from '../../contract/demo.ts'
import { buyAllPhotos } from './buy.ts'
import { demoEventId, demoOrderId } from './demo-pages.ts'

const dataDir = '.cache/lighthouse'
/** Version of the demo and tables that `dataDir` was prepared with. */
const preparedFile = join(dataDir, 'prepared')
const readyTimeoutInMs = 600_000

/** URLs named by `lighthouserc.json`. */
const { origin } = new URL(readFirstUrl())
const number = '128'

/**
 * Serves the built app for Lighthouse CI at fixed URLs: demo events have fixed ids, and one paid order gets the id in
 * `lighthouserc.json`. Prepared data is reused by later runs.
 */
async function main(): Promise<void> {
  execFileSync(join('node_modules', '.bin', 'tsx'), ['scripts/build.ts'], { stdio: 'inherit' })
  const version = computeDataVersion()
  if (!existsSync(preparedFile) || readFileSync(preparedFile, 'utf8') !== version) await prepareData(version)
  // with the demo off, no other brands are seeded during measurements
  const server = await startServer({ DEMO: '0', EMBEDDED_IDENTITY: '1', SANDBOX_BANK: '1' })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill('SIGTERM'))
  console.log(`Serving the pages to measure at ${origin}`)
  const [code] = (await once(server, 'exit')) as [number | null]
  process.exitCode = code ?? 1
}

/** Seeds the demo of the first brand and buys an order in it. */
async function prepareData(version: string): Promise<void> {
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir, { recursive: true })
  const server = await startServer({ DEMO: '1' })
  await waitUntil(async () => (await readDemo()).seeding.state === 'Done')
  const id = await buyAllPhotos(origin, demoEventId, number)
  // the order's mail is the last job with its original id
  await waitUntil(async () => (await readDemo()).outbox.mails.length > 0)
  const ended = once(server, 'exit')
  server.kill('SIGTERM')
  await ended
  await renameOrder(id)
  writeFileSync(preparedFile, version)
}

async function startServer(settings: Readonly<Record<string, string>>): Promise<ChildProcess> {
  const server = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', 'dist/server/server/main.js'],
    {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        PORT: new URL(origin).port,
        DATA_DIR: dataDir,
        DATABASE_URL: '',
        LOG_LEVEL: 'error',
        ...settings,
      },
    },
  )
  // in production it does not share a processor with the browser
  if (server.pid !== undefined) setPriority(server.pid, constants.priority.PRIORITY_LOW)
  await waitUntil(async () => {
    if (server.exitCode !== null) throw new ServerEndedError(`The server ended with ${server.exitCode}`)
    return (await fetch(`${origin}/readyz`)).ok
  })
  return server
}

class ServerEndedError extends Error {}

const readDemo = async () => Demo.parse(await (await fetch(`${origin}${demoPath}`)).json())

/** Sets the order's fixed id in every table. No server may have the database open. */
async function renameOrder(id: string): Promise<void> {
  const database = await PGlite.create(join(dataDir, 'database'))
  const tables = await database.query<{ table_name: string }>(
    `select table_name from information_schema.columns where table_schema = 'public' and column_name = 'order_id'`,
  )
  for (const { table_name: table } of tables.rows)
    await database.query(`update "${table}" set order_id = $1 where order_id = $2`, [demoOrderId, id])
  await database.query('update orders set id = $1 where id = $2', [demoOrderId, id])
  await database.close()
}

/** Changes with the tables, the demo, and the code that creates renditions and demo data. */
function computeDataVersion(): string {
  const hash = createHash('sha256')
  const sources = [
    'server/platform/db/migrations/meta',
    'demo',
    'server/adapters/vision',
    'server/features/demo',
    'server/features/ingest',
  ]
  for (const source of sources)
    for (const entry of readdirSync(source, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) hash.update(readFileSync(join(entry.parentPath, entry.name)))
  return hash.digest('hex')
}

function readFirstUrl(): string {
  const { ci } = JSON.parse(readFileSync('lighthouserc.json', 'utf8')) as {
    ci: { collect: { url: string[] } }
  }
  return ci.collect.url[0] ?? ''
}

async function waitUntil(checkCondition: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + readyTimeoutInMs
  while (Date.now() < deadline) {
    const answer = await checkCondition().catch((error: unknown) => {
      if (error instanceof ServerEndedError) throw error
      return false
    })
    if (answer) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error('The server did not get ready')
}

await main()
