import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { projectRoot } from '../../server/platform/root.ts'
import { fill } from './fill.ts'
import { untilReady } from './server-ready.ts'

/**
 * Starts the compiled server on a free port with new data, fills it through the command line, and reports this in one
 * line. Removes everything it has created at SIGTERM.
 */

const quiet = '--disable-warning=ExperimentalWarning'
const compiled = join(projectRoot, 'dist', 'server', 'server')

const logName = `journeys-server-${process.env.WORLD ?? 0}.log`
const folder = await mkdtemp(join(tmpdir(), 'photofinish-journeys-'))
const dataDir = join(folder, 'data')
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

const server = spawn(process.execPath, [quiet, join(compiled, 'main.js')], {
  cwd: projectRoot,
  env,
  stdio: ['ignore', 'pipe', 'pipe'],
})
const ended = once(server, 'exit')
keepLog()
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())

try {
  const url = `http://localhost:${await untilReady(server)}`
  const eventId = await fill((words) => command(...words), folder)
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

/** Runs a command line next to the server; returns the last line of its output. */
async function command(...words: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [quiet, join(compiled, 'cli', 'main.js'), ...words],
    { env, cwd: projectRoot },
  )
  return stdout.trim().split('\n').at(-1) ?? ''
}
