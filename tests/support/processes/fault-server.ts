import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { runCommand } from '../../../server/cli/run.ts'
import { compose } from '../../../server/compose.ts'
import { createLogger } from '../../../server/platform/log.ts'
import { projectRoot } from '../../../server/platform/root.ts'
import { readConfig } from '../../../server/read-config.ts'
import { fillServer } from '../server/fill.ts'

/**
 * Runs the server in this process, on a free port with new data. A second port answers posted SQL queries with rows, so that
 * tests can read the database. Prints both addresses in one line. Removes everything it has created at SIGTERM.
 */
const folder = await mkdtemp(join(tmpdir(), 'photofinish-faults-'))
const config = readConfig({
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: join(folder, 'data'),
  DEMO: '0',
  SANDBOX_BANK: '1',
})
const composition = await compose(config, createLogger(process.env.LOG_LEVEL ?? 'error'))
const app = await composition.buildApp()
app.get('/healthz', async () => ({ live: true }))
await app.listen({ port: config.port, host: config.host })
const { port } = app.server.address() as AddressInfo
composition.completeStart(port)
composition.jobs.start()

const rowsServer = createServer((request, response) => {
  text(request)
    .then((query) => composition.services.db.execute(sql.raw(query)))
    .then(({ rows: rowsServer }) => response.end(JSON.stringify(rowsServer)))
    .catch((error: unknown) => response.writeHead(400).end(String(error)))
}).listen(0, '127.0.0.1')

let stopping: Promise<void> | undefined
for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  process.on(signal, () => {
    stopping ??= stop()
  })
}

const report = { note: () => {}, progress: () => {} }
const runLine = async (words: readonly string[]) => {
  const { lines } = await runCommand(composition, words, projectRoot, report, new AbortController().signal)
  return lines.at(-1) ?? ''
}
const eventId = await fillServer(runLine, folder)
const rowsUrl = `http://127.0.0.1:${(rowsServer.address() as AddressInfo).port}`
console.log(`faults start at ${JSON.stringify({ url: `http://127.0.0.1:${port}`, rowsUrl, eventId })}`)

async function stop(): Promise<void> {
  rowsServer.closeAllConnections()
  rowsServer.close()
  await Promise.all([app.close(), composition.jobs.stop()])
  await composition.close()
  await rm(folder, { recursive: true, force: true })
  process.exit()
}
