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

it('has one holder until it is released', () => {
  const lock = takeLock(folder)
  expect(() => takeLock(folder)).toThrow(DatabaseLocked)
  lock.release()
  expect(readHolder(folder)).toBeUndefined()
  takeLock(folder).release()
  expect(readdirSync(folder)).toEqual([])
})

it('tells the address of its holder’s command channel, readable by the owner only', () => {
  const lock = takeLock(folder)
  lock.announce({ adminPort: 4711, adminToken: 'secret' })
  expect(readHolder(folder)).toMatchObject({ pid: process.pid, adminPort: 4711, adminToken: 'secret' })
  expect(statSync(file()).mode & 0o077).toBe(0)
  expect(() => takeLock(folder)).toThrow(DatabaseLocked)
  lock.release()
  expect(readdirSync(folder)).toEqual([])
})

it('is not taken from another running process', () => {
  const other = spawn('sleep', ['60'])
  try {
    writeFileSync(file(), JSON.stringify({ pid: other.pid }))
    expect(() => takeLock(folder)).toThrow(/in use by process/)
  } finally {
    other.kill()
  }
})

it('of a dead process is taken over, even a half-written one', () => {
  const dead = Number(execFileSync('sh', ['-c', 'echo $$'], { encoding: 'utf8' }))
  for (const left of [JSON.stringify({ pid: dead }), '{"pi']) {
    writeFileSync(file(), left)
    takeLock(folder).release()
  }
})

it('of a dead process is taken over when another process has its id now', () => {
  // In a container, the server is always process 1.
  writeFileSync(file(), JSON.stringify({ pid: process.pid, startedAt: 'an earlier life' }))
  const lock = takeLock(folder)
  expect(JSON.parse(readFileSync(file(), 'utf8'))).toMatchObject({ pid: process.pid })
  lock.release()
})
