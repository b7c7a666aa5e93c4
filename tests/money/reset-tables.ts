import { sql } from 'drizzle-orm'
import type { Db } from '../../server/platform/db/connect.ts'

const resetsPerVacuum = 20

/**
 * Returns a function that empties all tables that are empty now, to keep the database small and fast. Dead
 * rows still cost time until they are vacuumed, which the embedded database does not do automatically.
 */
export async function createTableReset(db: Db): Promise<() => Promise<void>> {
  const tables = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const filledQueries = tables.rows.map(
    ({ name }) => `select '${name}' as name where exists (select from "${name}")`,
  )
  const { rows } = await db.execute<{ name: string }>(filledQueries.join(' union all '))
  const filledTables = new Set(rows.map(({ name }) => name))
  const names = tables.rows.flatMap(({ name }) => (filledTables.has(name) ? [] : `"${name}"`))
  const deletion = names.map((name, index) => `gone_${index} as (delete from ${name})`)
  let resetCount = 0
  return async () => {
    await db.execute(`with ${deletion.join(', ')} select`)
    resetCount += 1
    if (resetCount % resetsPerVacuum === 0) await db.execute(`vacuum ${names.join(', ')}`)
  }
}
