import { sql } from 'drizzle-orm'
import type { Db } from '../../server/platform/db/connect.ts'

const storiesPerVacuum = 20

/**
 * Empties every table that was empty when this was called, so that thousands of stories on one database leave it as
 * small as it was. Rows that are gone still cost time until they are swept up, which the embedded database does not do
 * by itself.
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
