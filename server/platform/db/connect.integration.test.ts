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

it('a statement that repeats is prepared under a name, with other values each time, also in a transaction', async () => {
  const repeat = (value: number) => readValue(sql`select ${value}::integer * 2 as value`)
  expect([await repeat(1), await repeat(2), await repeat(3), await repeat(4)]).toEqual([2, 4, 6, 8])
  await database.db.transaction(async (transaction) => {
    const { rows } = await transaction.execute(sql`select ${5}::integer * 2 as value`)
    expect(rows).toEqual([{ value: 10 }])
  })
  const uses = sql`select generic_plans + custom_plans as value from pg_prepared_statements where statement like '%integer * 2%'`
  expect(Number(await readValue(uses))).toBe(3)
})

it('a prepared statement that fails is answered when it is repeated', async () => {
  const divide = (divisor: number) => readValue(sql`select 12 / ${divisor}::integer as value`)
  for (const divisor of [1, 2, 3]) expect(await divide(divisor)).toBe(12 / divisor)
  await expect(divide(0)).rejects.toMatchObject({ cause: { code: '22012' } })
  expect(await divide(4)).toBe(3)
})
