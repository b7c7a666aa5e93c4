import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DatabaseLocked, readHolder, takeLock } from './lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const getLockFile = () => join(folder, 'database.lock')

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
    ;(await takeLock(folder)).release()
  }
})

it('of a dead process is taken over when another process has its id now', async () => {
  // In a container, the server is always process 1.
  writeFileSync(getLockFile(), JSON.stringify({ pid: process.pid, startedAt: 'an earlier life' }))
  const lock = await takeLock(folder)
  expect(JSON.parse(readFileSync(getLockFile(), 'utf8'))).toMatchObject({ pid: process.pid })
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

it.skipIf(!hasNamespaces)(
  'is kept across process namespaces until its holder is killed',
  async () => {
    const script = `
    const { takeLock } = await import(${JSON.stringify(new URL('./lock.ts', import.meta.url).href)})
    try {
      await takeLock(${JSON.stringify(folder)})
      console.log('taken')
      setInterval(() => {}, 60_000)
    } catch (error) {
      console.log(error.name)
    }`
    const node = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', script]
    const open = () => spawn('unshare', [...unshare, ...node], { stdio: ['ignore', 'pipe', 'inherit'] })
    const holder = open()
    try {
      expect(String((await once(holder.stdout, 'data'))[0])).toBe('taken\n')
      await expect(takeLock(folder)).rejects.toThrow(DatabaseLocked)
      const other = open()
      expect(String((await once(other.stdout, 'data'))[0])).toBe('DatabaseLocked\n')
    } finally {
      holder.kill('SIGKILL')
      await once(holder, 'close')
    }
    ;(await takeLock(folder)).release()
    expect(readdirSync(folder)).toEqual([])
  },
  60_000,
)
