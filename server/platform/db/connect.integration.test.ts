import { type SQL, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase } from '../../../tests/support/server/database.ts'
import type { Database } from './connect.ts'

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const readValue = async (query: SQL) => (await database.db.execute<{ value: unknown }>(query)).rows[0]?.value

it.each<[string, SQL, string]>([
  ['parsed', sql`select * from missing_table where id = ${'a'}`, '42P01'],
  ['bound', sql`select ${'x'}::text::integer`, '22P02'],
  ['executed', sql`select 1 / ${0}::integer`, '22012'],
  ['stored', sql`insert into jobs (id) values (${'a'})`, '23502'],
  ['executed without parameters', sql`select 1 / 0`, '22012'],
])('a query that cannot be %s fails alone, and the next ones are answered', async (_, query, code) => {
  await expect(database.db.execute(query)).rejects.toMatchObject({ cause: { code } })
  expect(await readValue(sql`select ${'next'}::text as value`)).toBe('next')
  expect(await readValue(sql`select 2 as value`)).toBe(2)
})

it('concurrent queries get their own answers and errors', async () => {
  const outcomes = await Promise.allSettled(
    [1, 0, 2, 0, 4].map((divisor) => readValue(sql`select 8 / ${divisor}::integer as value`)),
  )
  expect(outcomes.map((one) => (one.status === 'fulfilled' ? one.value : one.status))).toEqual([
    8,
    'rejected',
    4,
    'rejected',
    2,
  ])
})

it('a failed transaction is rolled back, and the next one works', async () => {
  const failing = database.db.transaction(async (transaction) => {
    await transaction.execute(sql`create table half_done (id text)`)
    await transaction.execute(sql`select ${'x'}::text::integer`)
  })
  await expect(failing).rejects.toMatchObject({ cause: { code: '22P02' } })
  expect(await readValue(sql`select to_regclass('half_done')::text as value`)).toBeNull()
  await database.db.transaction((transaction) => transaction.execute(sql`select ${'b'}::text`))
})
