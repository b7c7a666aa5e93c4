import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Logger } from '../log.ts'

const defaultIntervalInMs = 60_000

/**
 * Vacuums and analyzes tables of the embedded database that have changed enough, as the autovacuum daemon of a server does.
 * Queries wait meanwhile, because there is one session: milliseconds for thousands of rows, 0.2 s for a hundred thousand.
 *
 * @returns the processed tables, e.g. `public.jobs`
 */
export async function vacuum(db: NodePgDatabase): Promise<string[]> {
  // flushes the statistics of this connection at the end of the statement, not a second later
  await db.execute(sql`select pg_stat_force_next_flush()`)
  // the default thresholds of autovacuum; the system catalog is included, because vacuuming changes it as well
  const { rows } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', stat.schemaname, stat.relname) as name
    from pg_stat_all_tables stat join pg_class on oid = relid
    where schemaname not in ('pg_toast', 'information_schema')
      and (n_dead_tup > 50 + 0.2 * greatest(reltuples, 0) or n_mod_since_analyze > 50 + 0.1 * greatest(reltuples, 0))
    order by n_dead_tup desc`)
  const names = rows.map(({ name }) => name)
  for (const name of names) await db.execute(sql`vacuum (analyze) ${sql.raw(name)}`)
  return names
}

/** Vacuums once a minute. @returns a function that stops it after the current run */
export function vacuumRegularly(
  db: NodePgDatabase,
  log: Logger,
  intervalInMs = defaultIntervalInMs,
): () => Promise<void> {
  let currentRun: Promise<unknown> | undefined
  const timer = setInterval(() => {
    currentRun ??= vacuum(db)
      .catch((error: unknown) => log.warn({ err: error }, 'the embedded database could not be tidied up'))
      .finally(() => {
        currentRun = undefined
      })
  }, intervalInMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await currentRun
  }
}
