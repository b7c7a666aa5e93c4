import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { projectRoot } from '../../../server/platform/root.ts'
import { waitUntilReady } from '../../../tests/support/processes/server-ready.ts'
import { copyTestDatabase } from '../../../tests/support/server/database.ts'
import { findPostgres, openCluster } from '../../postgres/cluster.ts'
import { fillRace, type Race } from './fill-race.ts'

/** Compiled servers with one database and one race. */
export interface PeakServers {
  /** One for each process. */
  readonly urls: readonly string[]
  readonly race: Race
  /** Returns the CPU time of all server processes in seconds, without that of PostgreSQL; undefined outside of Linux. */
  readCpuTime(): number | undefined
  close(): Promise<void>
}

/** Options of a measurement. */
interface PeakOptions {
  /** Number of processes that share a new PostgreSQL; 0: one process with the embedded database. */
  readonly postgresProcesses: number
  /** Folder for a CPU profile of each server process. */
  readonly profileFolder: string | undefined
}

const main = join(projectRoot, 'dist/server/server/main.js')

/** Builds the server, fills a new database, and starts the processes. */
export async function startServers({ postgresProcesses, profileFolder }: PeakOptions): Promise<PeakServers> {
  execFileSync('node_modules/.bin/tsx', ['scripts/build.ts', '--server-only'], { stdio: 'inherit' })
  const folder = mkdtempSync(join(tmpdir(), 'photofinish-peak-'))
  const cluster = postgresProcesses > 0 ? await openCluster(requirePostgres()) : undefined
  if (!cluster) await copyTestDatabase(folder)
  const env = {
    ...process.env,
    DATA_DIR: folder,
    DATABASE_URL: cluster?.url ?? '',
    SECRET_KEY: randomBytes(32).toString('hex'),
    DEMO: '0',
    SANDBOX_BANK: '1',
    PORT: '0',
    HOST: '127.0.0.1',
    TRUST_PROXY: '1',
    VISION_WORKERS: '1',
    LOG_LEVEL: 'info',
  }
  const servers: ChildProcess[] = []
  const close = async () => {
    await Promise.all(servers.map(stopServer))
    await cluster?.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const race = await fillRace(env)
    const urls: string[] = []
    for (let count = 0; count < Math.max(1, postgresProcesses); count++) {
      const flags = profileFolder === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileFolder}`]
      const server = spawn(process.execPath, [...flags, main], {
        cwd: projectRoot,
        env,
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      servers.push(server)
      urls.push(`http://127.0.0.1:${await waitUntilReady(server)}`)
    }
    return { urls, race, close, readCpuTime: () => readCpuTime(servers) }
  } catch (error) {
    await close()
    throw error
  }
}

function requirePostgres(): string {
  const binaries = findPostgres()
  if (binaries === undefined) throw new Error('There is no PostgreSQL 15 or newer: put initdb on the PATH')
  return binaries
}

async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  await exited
}

/** Clock ticks per second of `/proc`, which Linux fixes for all architectures that Node runs on. */
const ticksPerSecond = 100

function readCpuTime(servers: readonly ChildProcess[]): number | undefined {
  if (!existsSync('/proc/self/stat')) return undefined
  const ticks = servers.map(({ pid }) => {
    const [, fields = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')
    const [user = 0, system = 0] = fields.split(' ').slice(11, 13).map(Number)
    return user + system
  })
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond
}
