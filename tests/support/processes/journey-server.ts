import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, mkdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../../server/platform/root.ts'
import { copyFilledData } from '../server/filled-data.ts'
import { waitUntilReady } from './server-ready.ts'

/**
 * Starts compiled servers on free ports, each with a copy of the data, and reports each in a line once all are ready: the one
 * of WORLD, or as many as JOURNEY_WORLDS says. Removes the copies at SIGTERM. SERVER_NICENESS lowers the priority of the servers,
 * but not of creating the data.
 */

const quietFlag = '--disable-warning=ExperimentalWarning'
const main = join(projectRoot, 'dist', 'server', 'server', 'main.js')
const names = process.env.WORLD
  ? [process.env.WORLD]
  : Array.from({ length: Number(process.env.JOURNEY_WORLDS ?? 1) }, (_, index) => String(index))

const folder = await mkdtemp(join(tmpdir(), 'photofinish-journeys-'))
const runningServers: { server: ChildProcess; ended: Promise<unknown> }[] = []
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop())

// the first copy creates the data that the others are copied from
const copies: { name: string; dataDir: string; eventId: string }[] = []
for (const name of names) {
  const dataDir = join(folder, name)
  copies.push({ name, dataDir, eventId: await copyFilledData(dataDir) })
}
try {
  const ready = await Promise.all(
    copies.map(async ({ name, dataDir, eventId }) => ({
      url: `http://localhost:${await start(name, dataDir)}`,
      eventId,
      dataDir,
    })),
  )
  for (const data of ready) console.log(`journeys start at ${JSON.stringify(data)}`)
} catch (error) {
  console.error(error)
  console.error('The logs of the servers are test-results/journeys-server-*.log')
  await stop(1)
}
await Promise.race(runningServers.map(({ ended }) => ended))
if (process.exitCode === undefined) {
  console.error('a server of the journeys ended by itself')
  await stop(1)
}

/** Starts a server. @returns its port */
async function start(name: string, dataDir: string): Promise<number> {
  const server = spawn(process.execPath, [quietFlag, main], {
    cwd: projectRoot,
    env: {
      ...process.env,
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      DEMO: '0',
      SANDBOX_BANK: '1',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const niceness = process.env.SERVER_NICENESS
  if (niceness !== undefined && server.pid !== undefined) setPriority(server.pid, Number(niceness))
  runningServers.push({ server, ended: once(server, 'exit') })
  writeLog(server, `journeys-server-${name}.log`)
  return waitUntilReady(server)
}

async function stop(exitCode = 0): Promise<void> {
  process.exitCode = exitCode
  for (const { server } of runningServers) server.kill('SIGTERM')
  await Promise.all(runningServers.map(({ ended }) => ended))
  await rm(folder, { recursive: true, force: true })
  process.exit()
}

/** Stores a server's log in test-results, for the analysis of failed journeys. */
function writeLog(server: ChildProcess, name: string): void {
  const logs = join(projectRoot, 'test-results')
  mkdirSync(logs, { recursive: true })
  const file = createWriteStream(join(logs, name))
  server.stdout?.pipe(file, { end: false })
  server.stderr?.pipe(file, { end: false })
}
