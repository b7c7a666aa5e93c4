import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { DatabaseLocked, readHolder, takeLock } from './lock.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'photofinish-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const file = () => join(folder, 'database.lock')

it('is held by one, until it lets go', () => {
  const lock = takeLock(folder)
  expect(() => takeLock(folder)).toThrow(DatabaseLocked)
  lock.release()
  expect(readHolder(folder)).toBeUndefined()
  takeLock(folder).release()
  expect(readdirSync(folder)).toEqual([])
})

it('tells where its holder takes commands, to its owner alone', () => {
  const lock = takeLock(folder)
  lock.announce({ adminPort: 4711, adminToken: 'secret' })
  expect(readHolder(folder)).toMatchObject({ pid: process.pid, adminPort: 4711, adminToken: 'secret' })
  expect(statSync(file()).mode & 0o077).toBe(0)
  expect(() => takeLock(folder)).toThrow(DatabaseLocked)
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

it('is not given away while another process lives', () => {
  const other = spawn('sleep', ['60'])
  try {
    writeFileSync(file(), JSON.stringify({ pid: other.pid }))
    expect(() => takeLock(folder)).toThrow(/in use by process/)
  } finally {
    other.kill()
  }
})

it('of a dead process is taken over, also one left half-written', () => {
  const dead = Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }))
  for (const left of [JSON.stringify({ pid: dead }), '{"pi']) {
    writeFileSync(file(), left)
    takeLock(folder).release()
  }
})

it('of a dead process is taken over when its number belongs to another one by now', () => {
  // In a container the server is process 1 each time.
  writeFileSync(file(), JSON.stringify({ pid: process.pid, startedAt: 'an earlier life' }))
  const lock = takeLock(folder)
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ pid: process.pid })
  lock.release()
})
