import { sql } from 'drizzle-orm'
import type { Db } from '../../server/platform/db/connect.ts'

const storiesPerVacuum = 20

/**
 * Returns a function that empties all tables that are empty now, to keep the database small and fast. Dead
 * rows still cost time until they are vacuumed, which the embedded database does not do automatically.
 */
export async function createForgetting(db: Db): Promise<() => Promise<void>> {
  const tables = await db.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public'`,
  )
  const filled = tables.rows.map(
    ({ name }) => `select '${name}' as name where exists (select from "${name}")`,
  )
  const { rows } = await db.execute<{ name: string }>(filled.join(' union all '))
  const kept = new Set(rows.map(({ name }) => name))
  const names = tables.rows.flatMap(({ name }) => (kept.has(name) ? [] : `"${name}"`))
  const deletion = names.map((name, index) => `gone_${index} as (delete from ${name})`)
  let stories = 0
  return async () => {
    await db.execute(`with ${deletion.join(', ')} select`)
    stories += 1
    if (stories % storiesPerVacuum === 0) await db.execute(`vacuum ${names.join(', ')}`)
  }
}
