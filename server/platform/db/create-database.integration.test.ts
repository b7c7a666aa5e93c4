import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startChildProcess } from '../child-process.ts'
import { createLogger } from '../log.ts'
import { openDatabase } from './connect.ts'
import { DatabaseLocked } from './lock/lock.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'photofinish-create-database-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const openIn = (dataDir: string) =>
  openDatabase({ databaseUrl: undefined, dataDir, allowUnsafeDatabase: false, log: createLogger('silent') })

const createIn = async (path: string): Promise<unknown[]> =>
  once(startChildProcess(import.meta.url, './create-database.worker', [path]), 'exit')

it('a child process creates a database that this process opens', async () => {
  const dataDir = mkdtempSync(join(folder, 'new-'))
  expect(await createIn(join(dataDir, 'database'))).toEqual([0, null])
  expect(readdirSync(join(dataDir, 'database'))).toContain('PG_VERSION')
  const database = await openIn(dataDir)
  expect((await database.db.execute(sql`select 1 as value`)).rows).toEqual([{ value: 1 }])
  await database.close()
}, 60_000)

it('a database that cannot be created is reported, and its lock is released', async () => {
  const dataDir = mkdtempSync(join(folder, 'blocked-'))
  writeFileSync(join(dataDir, 'database'), 'a file instead of a folder')
  expect(await createIn(join(dataDir, 'database'))).toEqual([1, null])
  for (let attempt = 1; attempt <= 2; attempt++)
    await expect(openIn(dataDir)).rejects.not.toBeInstanceOf(DatabaseLocked)
}, 60_000)
