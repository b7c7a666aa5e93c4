import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

/** Controls a temporary PostgreSQL cluster with durable settings. */
export interface Cluster {
  /** Names a Unix socket in the folder of the cluster: unlike a port, no other process can take its address. */
  readonly url: string
  /** Kills all its processes at once, like a power cut, except that written data stays on the disk. */
  kill(): Promise<void>
  /** Stops it without waiting for clients. */
  stop(): Promise<void>
  /** Restarts it after it was stopped. @returns milliseconds until it answered */
  start(): Promise<number>
  /** Stops it and deletes its data. */
  close(): Promise<void>
}

const minVersion = 15
const startTimeoutInMs = 60_000
/** Part of the socket's name. */
const port = 5432

/** Finds `initdb` and `postgres` 15 or newer. Returns undefined when there are none. */
export function findPostgres(): string | undefined {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.find((folder) => {
    if (!['initdb', 'postgres'].every((name) => existsSync(join(folder, name)))) return false
    const version = execFileSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' })
    return Number(/(\d+)/.exec(version)?.[1]) >= minVersion
  })
}

/** Returns an unprivileged user when running as root, which PostgreSQL refuses. */
function findUnprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n')
  const line =
    lines.find((one) => one.startsWith('postgres:')) ?? lines.find((one) => one.startsWith('nobody:'))
  const [, , uid, gid] = line?.split(':') ?? []
  if (uid === undefined || gid === undefined) throw new Error('There is no user to run PostgreSQL as')
  return { uid: Number(uid), gid: Number(gid) }
}

/**
 * Creates and starts a cluster.
 *
 * @param binaries the folder returned by `findPostgres`
 * @param parent where its folder is created
 */
export async function openCluster(binaries: string, parent = tmpdir()): Promise<Cluster> {
  const folder = mkdtempSync(join(parent, 'photofinish-postgres-'))
  const user = findUnprivilegedUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const spawnOptions = { ...user, cwd: folder, stdio: 'ignore' as const }
  const initArguments = [
    '-D',
    data,
    '-U',
    'photofinish',
    '--auth=trust',
    '-E',
    'UTF8',
    '--no-locale',
    '--no-sync',
  ]
  execFileSync(join(binaries, 'initdb'), initArguments, spawnOptions)
  const url = `postgres://photofinish@${encodeURIComponent(folder)}:${port}/postgres`
  const settings = {
    port,
    listen_addresses: '',
    unix_socket_directories: folder,
    max_connections: 200,
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
  }
  const serverArguments = [
    '-D',
    data,
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
  let server: ChildProcess | undefined
  const killOnExit = () => server?.kill('SIGKILL')
  process.on('exit', killOnExit)

  const endServer = async (sendSignal: () => void) => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const exited = once(server, 'exit')
    sendSignal()
    await exited
  }
  const start = async () => {
    const startedAt = performance.now()
    for (;;) {
      if (!server || server.exitCode !== null || server.signalCode !== null)
        // a killed server may keep its shared memory for a moment
        server = spawn(join(binaries, 'postgres'), serverArguments, spawnOptions)
      if (await isAnswering(url)) return performance.now() - startedAt
      if (performance.now() - startedAt > startTimeoutInMs) throw new Error('PostgreSQL does not start')
      await wait(20)
    }
  }
  const kill = () =>
    endServer(() => {
      const children = listChildProcesses(server?.pid ?? 0)
      server?.kill('SIGKILL')
      for (const child of children)
        try {
          process.kill(child, 'SIGKILL')
        } catch {
          // already exited
        }
    })
  await start()
  return {
    url,
    kill,
    start,
    stop: () => endServer(() => server?.kill('SIGINT')),
    close: async () => {
      await endServer(() => server?.kill('SIGQUIT'))
      process.off('exit', killOnExit)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query('select 1')
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Returns the child processes of a process; empty where the system does not report them. */
function listChildProcesses(pid: number): number[] {
  if (!existsSync('/proc/self/stat')) return []
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return []
    try {
      const fields = readFileSync(`/proc/${name}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
      return Number(fields[1]) === pid ? [Number(name)] : []
    } catch {
      return []
    }
  })
}
