import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { copyTestDatabase, openTestDatabase } from '../../../tests/support/server/database.ts'
import { createLogger } from '../log.ts'
import { type Db, openDatabase } from './connect.ts'
import { vacuum } from './vacuum.ts'

const insertHundredJobs = sql`
  insert into jobs (id, tenant, kind, unique_key, payload, state, attempts, run_at, created_on)
  select n::text, 'one', 'letter', n::text, '{}', 'Waiting', 0, now(), now() from generate_series(1, 100) n`
// both columns are indexed, so that the space of an old row version is not reused without vacuum
const updateAllJobs = sql`update jobs set state = 'Done', run_at = run_at + interval '1 s'`

async function updateJobsRepeatedly(db: Db, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await db.execute(updateAllJobs)
}

async function readDatabaseSize(db: Db): Promise<number> {
  const { rows } = await db.execute<{ size: number }>(sql`select pg_total_relation_size('jobs')::int as size`)
  return rows[0]?.size ?? 0
}

test('rows that change for ever take no more room than they did at first', { timeout: 60_000 }, async () => {
  const database = await openTestDatabase()
  const { db } = database
  await db.execute(insertHundredJobs)
  await updateJobsRepeatedly(db, 40)
  expect(await vacuum(db)).toContain('public.jobs')
  const initialSize = await readDatabaseSize(db)
  for (let round = 0; round < 10; round++) {
    await updateJobsRepeatedly(db, 40)
    expect(await vacuum(db)).toContain('public.jobs')
  }
  expect(await readDatabaseSize(db)).toBeLessThan(initialSize * 1.5)
  expect(await vacuum(db)).not.toContain('public.jobs')

  await updateJobsRepeatedly(db, 400)
  expect(await readDatabaseSize(db), 'the same changes without tidying up').toBeGreaterThan(initialSize * 3)
  await database.close()
})

test('an embedded database that is open tidies up by itself', { timeout: 60_000 }, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'photofinish-tidy-'))
  await copyTestDatabase(dataDir)
  const database = await openDatabase({
    ...{ databaseUrl: undefined, dataDir, allowUnsafeDatabase: false },
    ...{ log: createLogger('silent'), vacuumIntervalInMs: 10 },
  })
  const { db } = database
  await db.execute(insertHundredJobs)
  await updateJobsRepeatedly(db, 3)
  const vacuumedTableQuery = sql`select 1 from pg_stat_all_tables where relname = 'jobs' and last_vacuum is not null`
  await vi.waitFor(async () => expect((await db.execute(vacuumedTableQuery)).rows).toHaveLength(1), {
    timeout: 30_000,
  })
  await database.close()
  await rm(dataDir, { recursive: true })
})
