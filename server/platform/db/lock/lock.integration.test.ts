import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DatabaseLocked, type LockHolder, type LockOptions, readHolder, takeLock } from './lock.ts'
import { readStartTimeByPs } from './processes.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const getLockFile = () => join(folder, 'database.lock')

/** A holder whose lease ends soon, as its process cannot be checked. */
const shortLease: LockOptions = { renewalIntervalInMs: 10, leaseInMs: 1_000 }

/** Makes the holder of the lock one of another host, whose processes and sockets are not seen here. */
function moveToOtherHost(): LockHolder {
  const { socket: _, ...holder } = readHolder(folder) as LockHolder
  const moved = { ...holder, pid: 1, processTable: 'another', startedAt: 'another' }
  writeFileSync(getLockFile(), JSON.stringify(moved))
  return moved
}

it('has one holder until it is released', async () => {
  const lock = await takeLock(folder)
  await expect(takeLock(folder)).rejects.toThrow(DatabaseLocked)
  lock.release()
  expect(readHolder(folder)).toBeUndefined()
  ;(await takeLock(folder)).release()
  expect(readdirSync(folder)).toEqual([])
})

it('tells the address of its holder’s command channel, readable by the owner only', async () => {
  const lock = await takeLock(folder)
  lock.publishAdminEndpoint({ adminPort: 4711, adminToken: 'secret' })
  expect(readHolder(folder)).toMatchObject({ pid: process.pid, adminPort: 4711, adminToken: 'secret' })
  expect(statSync(getLockFile()).mode & 0o077).toBe(0)
  await expect(takeLock(folder)).rejects.toThrow(DatabaseLocked)
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

it('is not taken from another running process', async () => {
  const other = spawn('sleep', ['60'])
  try {
    writeFileSync(getLockFile(), JSON.stringify({ pid: other.pid }))
    await expect(takeLock(folder)).rejects.toThrow(/in use by process/)
  } finally {
    other.kill()
  }
})

it('of a dead process is taken over, even a half-written one', async () => {
  const deadPid = Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }))
  for (const content of [JSON.stringify({ pid: deadPid }), '{"pi']) {
    writeFileSync(getLockFile(), content)
    ;(await takeLock(folder, shortLease)).release()
  }
})

it('of a dead process is taken over when another process has its id now', async () => {
  // In a container, the server is always process 1.
  writeFileSync(getLockFile(), JSON.stringify({ pid: process.pid, startedAt: 'an earlier life' }))
  const lock = await takeLock(folder, shortLease)
  expect(JSON.parse(readFileSync(getLockFile(), 'utf8'))).toMatchObject({ pid: process.pid })
  lock.release()
})

it('has the start time of its process where ps alone reports it, in any time zone', async () => {
  vi.stubEnv('TZ', 'Asia/Tokyo')
  const startTime = readStartTimeByPs(process.ppid) ?? ''
  expect(startTime).toMatch(/^[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4}$/)
  vi.stubEnv('TZ', 'UTC')
  const differenceInMs = Date.parse(startTime) - Date.parse(readStartTimeByPs(process.ppid) ?? '')
  vi.unstubAllEnvs()
  expect(Math.abs(differenceInMs)).toBeLessThan(60_000)
  const ended = spawnSync('true')
  expect(readStartTimeByPs(ended.pid)).toBeUndefined()
  const lock = await takeLock(folder)
  if (process.platform !== 'linux') expect(readHolder(folder)?.startedAt).toBe(readStartTimeByPs(process.pid))
  lock.release()
})

it('is not taken from a running process of another container, whose id is not visible', async () => {
  const lock = await takeLock(folder)
  const holder = { ...readHolder(folder), pid: 1, startedAt: 'another container' }
  writeFileSync(getLockFile(), JSON.stringify(holder))
  await expect(takeLock(folder)).rejects.toThrow(DatabaseLocked)
  expect(readHolder(folder)).toEqual(holder)
  lock.release()
  ;(await takeLock(folder)).release()
})

it('is not taken from a process of another host while it renews its lease', async () => {
  const lock = await takeLock(folder, shortLease)
  const holder = moveToOtherHost()
  const waited: unknown[] = []
  const onWait = (other: unknown) => waited.push(other)
  await expect(takeLock(folder, { ...shortLease, onWait })).rejects.toThrow(DatabaseLocked)
  expect(waited).toEqual([holder])
  expect(readHolder(folder)).toEqual(holder)
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

it('that is waited for leaves no files of the waiting process when the wait is stopped', async () => {
  writeFileSync(getLockFile(), JSON.stringify({ pid: 1, owner: 'other', processTable: 'another' }))
  const stopController = new AbortController()
  const onWait = () => stopController.abort()
  const waiting = takeLock(folder, { onWait, signal: stopController.signal })
  await expect(waiting).rejects.toHaveProperty('name', 'AbortError')
  expect(readdirSync(folder)).toEqual(['database.lock'])
})

it('removes files that processes killed a day ago have left, and none of a process that waits', async () => {
  const dayBefore = new Date(Date.now() - 25 * 3_600_000)
  for (const name of ['database.killed.lease', 'database.killed.sock', 'database.waiting.lease']) {
    writeFileSync(join(folder, name), '')
    if (name.includes('killed')) utimesSync(join(folder, name), dayBefore, dayBefore)
  }
  ;(await takeLock(folder)).release()
  expect(readdirSync(folder)).toEqual(['database.waiting.lease'])
})

it('is not taken while a file that is being written grows', async () => {
  writeFileSync(getLockFile(), '{"pi')
  const content = JSON.stringify({ pid: process.ppid })
  const onWait = () => writeFileSync(getLockFile(), content)
  await expect(takeLock(folder, { ...shortLease, onWait })).rejects.toThrow(DatabaseLocked)
  expect(readFileSync(getLockFile(), 'utf8')).toBe(content)
})

it('of another host is taken over once when its lease has ended, also by several processes', async () => {
  const ended = await takeLock(folder)
  const holder = moveToOtherHost()
  ended.release()
  writeFileSync(getLockFile(), JSON.stringify({ ...holder, owner: 'ended' }))
  writeFileSync(join(folder, 'database.ended.lease'), '000000000007')
  const taken = await Promise.allSettled([1, 2, 3].map(() => takeLock(folder, shortLease)))
  const locks = taken.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  expect(locks).toHaveLength(1)
  for (const result of taken)
    if (result.status === 'rejected') expect(result.reason).toBeInstanceOf(DatabaseLocked)
  locks[0]?.release()
  expect(readdirSync(folder)).toEqual([])
})

it('of a takeover that did not end is taken over too', async () => {
  const deadHolder = JSON.stringify({ pid: 1, owner: 'dead', processTable: 'another' })
  for (const file of [getLockFile(), `${getLockFile()}.takeover`]) writeFileSync(file, deadHolder)
  ;(await takeLock(folder, shortLease)).release()
  expect(readdirSync(folder)).toEqual([])
})

it('is not taken while its lease cannot be read', async () => {
  const lock = await takeLock(folder, shortLease)
  const holder = moveToOtherHost()
  const lease = join(folder, `database.${holder.owner}.lease`)
  rmSync(lease)
  // a folder can be neither read nor written, as a file on a drive that does not answer
  mkdirSync(lease)
  const refused = expect(takeLock(folder, shortLease)).rejects.toThrow(DatabaseLocked)
  const otherFolder = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
  writeFileSync(join(otherFolder, 'database.lock'), JSON.stringify({ ...holder, owner: 'dead' }))
  // once the lease there has ended, the one here would have ended too
  ;(await takeLock(otherFolder, shortLease)).release()
  rmSync(otherFolder, { recursive: true })
  rmdirSync(lease)
  await refused
  expect(readHolder(folder)).toEqual(holder)
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

it('of another owner with the same process id is neither removed nor changed', async () => {
  const lock = await takeLock(folder)
  const other = JSON.stringify({ ...readHolder(folder), owner: 'another container' })
  writeFileSync(getLockFile(), other)
  lock.publishAdminEndpoint({ adminPort: 4711, adminToken: 'secret' })
  lock.release()
  expect(readFileSync(getLockFile(), 'utf8')).toBe(other)
})

it('reports to its holder that another process has taken it over', async () => {
  const onLost = vi.fn()
  const lock = await takeLock(folder, { ...shortLease, onLost })
  writeFileSync(getLockFile(), JSON.stringify({ ...readHolder(folder), owner: 'another' }))
  await vi.waitUntil(() => onLost.mock.calls.length > 0, { timeout: 10_000, interval: 5 })
  lock.release()
  expect(onLost).toHaveBeenCalledTimes(1)
})

it('that was deleted while it was held is written again', async () => {
  const lock = await takeLock(folder, shortLease)
  lock.publishAdminEndpoint({ adminPort: 4711, adminToken: 'secret' })
  const holder = readHolder(folder)
  rmSync(getLockFile())
  await vi.waitUntil(() => readHolder(folder), { timeout: 10_000, interval: 5 })
  expect(readHolder(folder)).toEqual(holder)
  lock.release()
})

it('has a socket in a folder with a long path too', async () => {
  const deep = join(folder, 'x'.repeat(120))
  mkdirSync(deep)
  const lock = await takeLock(deep)
  if (process.platform === 'linux') expect(readHolder(deep)?.socket).toBeDefined()
  lock.release()
  expect(readdirSync(deep)).toEqual([])
})

const unshare = ['--user', '--map-root-user', '--pid', '--fork', '--kill-child', '--mount-proc']
const hasNamespaces = spawnSync('unshare', [...unshare, 'true']).status === 0

/** Starts a process that takes the lock. It prints `taken` or `taken after a wait` and runs, or the name of an error. */
function openInProcess(options: LockOptions = {}, { prefix = [] }: { prefix?: readonly string[] } = {}) {
  const script = `
    const { takeLock } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)})
    try {
      let taken = 'taken'
      const onWait = () => (taken = 'taken after a wait')
      await takeLock(${JSON.stringify(folder)}, { ...${JSON.stringify(options)}, onWait })
      console.log(taken)
      setInterval(() => {}, 60_000)
    } catch (error) {
      console.log(error.name)
    }`
  const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', script]
  const [command = '', ...args] = [...prefix, ...node]
  return spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Starts a process in another process namespace, as in a container. */
const openInNamespace = (options: LockOptions = {}) =>
  openInProcess(options, { prefix: ['unshare', ...unshare] })

/** Returns what a process prints first; empty when it ends without. */
async function readOutput({ stdout }: ReturnType<typeof openInProcess>): Promise<string> {
  const [output = ''] = await Promise.race([once(stdout, 'data'), once(stdout, 'end')])
  return String(output)
}

const isRoot = process.getuid?.() === 0

it.skipIf(isRoot && !hasNamespaces)(
  'of another user is neither judged nor taken by one who may not read it',
  async () => {
    const holder = JSON.stringify({ pid: 1, owner: 'other', processTable: 'another' })
    writeFileSync(getLockFile(), holder)
    chmodSync(getLockFile(), 0)
    // Root may read all files, except those of users that its namespace does not know.
    if (isRoot) chownSync(getLockFile(), 65_534, 65_534)
    const other = openInProcess(shortLease, {
      prefix: isRoot ? ['unshare', '--user', '--map-root-user'] : [],
    })
    try {
      expect(await readOutput(other)).toBe('ConfigError\n')
    } finally {
      other.kill('SIGKILL')
    }
    chmodSync(getLockFile(), 0o600)
    expect(readFileSync(getLockFile(), 'utf8')).toBe(holder)
    expect(readdirSync(folder)).toEqual(['database.lock'])
  },
  60_000,
)

describe.skipIf(!hasNamespaces)('across process namespaces', () => {
  it('is kept until its holder is killed', async () => {
    const holder = openInNamespace()
    try {
      expect(await readOutput(holder)).toBe('taken\n')
      await expect(takeLock(folder)).rejects.toThrow(DatabaseLocked)
      const other = openInNamespace()
      expect(await readOutput(other)).toBe('DatabaseLocked\n')
    } finally {
      holder.kill('SIGKILL')
      await once(holder, 'close')
    }
    ;(await takeLock(folder)).release()
    expect(readdirSync(folder)).toEqual([])
  }, 60_000)

  it('is kept on a drive without sockets while its lease is renewed', async () => {
    const options = { renewalIntervalInMs: 50, leaseInMs: 5_000 }
    const holder = openInNamespace(options)
    try {
      expect(await readOutput(holder)).toBe('taken\n')
      rmSync(join(folder, String(readHolder(folder)?.socket)))
      await expect(takeLock(folder, options)).rejects.toThrow(DatabaseLocked)
      const other = openInNamespace(options)
      expect(await readOutput(other)).toBe('DatabaseLocked\n')
    } finally {
      holder.kill('SIGKILL')
      await once(holder, 'close')
    }
    ;(await takeLock(folder, options)).release()
    expect(readdirSync(folder)).toEqual([])
  }, 60_000)

  it('of a refused socket is judged by its lease where the boot of the system is unknown', async () => {
    const socket = 'database.other.sock'
    const listenAndEnd = `
      const end = () => process.kill(process.pid, 'SIGKILL')
      require('node:net').createServer().listen(${JSON.stringify(join(folder, socket))}, end)`
    spawnSync(process.execPath, ['-e', listenAndEnd])
    const socketScope = `undefined:${statSync(folder).dev}`
    const holder = { pid: 1, owner: 'other', processTable: 'another', socket, socketScope }
    writeFileSync(getLockFile(), JSON.stringify(holder))
    const hideBootId = 'mount -t tmpfs none /proc/sys/kernel/random && exec "$@"'
    const prefix = ['unshare', '--user', '--map-root-user', '--mount', 'sh', '-c', hideBootId, 'sh']
    const other = openInProcess(shortLease, { prefix })
    try {
      expect(await readOutput(other)).toBe('taken after a wait\n')
      expect(readHolder(folder)).not.toHaveProperty('socketScope')
    } finally {
      other.kill('SIGKILL')
      await once(other, 'close')
    }
  }, 60_000)
})
