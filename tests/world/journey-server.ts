import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../server/platform/root.ts'
import { copyFilledData } from './filled-data.ts'
import { untilReady } from './server-ready.ts'

/** Starts the compiled server on a free port with a copy of the data, and reports this in one line. Removes the copy at SIGTERM. */

const quiet = '--disable-warning=ExperimentalWarning'
const main = join(projectRoot, 'dist', 'server', 'server', 'main.js')

const logName = `journeys-server-${process.env.WORLD ?? 0}.log`
const folder = await mkdtemp(join(tmpdir(), 'photofinish-journeys-'))
const dataDir = join(folder, 'data')
const eventId = await copyFilledData(dataDir)
const env = {
  ...process.env,
  PORT: '0',
  HOST: '127.0.0.1',
  DATA_DIR: dataDir,
  DATABASE_URL: '',
  DEMO: '0',
  SANDBOX_BANK: '1',
  LOG_LEVEL: 'info',
}

const server = spawn(process.execPath, [quiet, main], {
  cwd: projectRoot,
  env,
  stdio: ['ignore', 'pipe', 'pipe'],
})
const ended = once(server, 'exit')
keepLog()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())

try {
  const url = `http://localhost:${await untilReady(server)}`
  console.log(`journeys start at ${JSON.stringify({ url, eventId, dataDir })}`)
} catch (error) {
  console.error(error)
  console.error(`The log of the server is test-results/${logName}`)
  await stop(1)
}
await ended
if (process.exitCode === undefined) {
  console.error('the server of the journeys ended by itself')
  process.exit(1)
}

async function stop(exitCode = 0): Promise<void> {
  process.exitCode = exitCode
  server.kill('SIGTERM')
  await ended
  await rm(folder, { recursive: true, force: true })
  process.exit()
}

/** Stores the server's log, for the analysis of failed journeys. */
function keepLog(): void {
  const logs = join(projectRoot, 'test-results')
  mkdirSync(logs, { recursive: true })
  const file = createWriteStream(join(logs, logName))
  server.stdout.pipe(file, { end: false })
  server.stderr.pipe(file, { end: false })
}
