import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Logger } from '../log.ts'

const everyMinuteInMs = 60_000

/**
 * Does for the embedded database what the daemon of a server does, which one process alone does not have: takes the room
 * of rows that are gone into use again and renews what the planner knows, in tables of which enough has changed. Calls wait
 * meanwhile, for there is one session: milliseconds for thousands of rows, a fifth of a second for a hundred thousand.
 *
 * @returns the tables that were tidied up, e.g. `public.jobs`
 */
export async function tidyUp(db: NodePgDatabase): Promise<string[]> {
  // what this connection has counted so far is told at the end of the statement, not a second later
  await db.execute(sql`select pg_stat_force_next_flush()`)
  // the thresholds are those of a server as it comes; the catalogue of tables changes as well, by this very work
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

/** Tidies up once a minute until it is stopped. @returns stops it, after the work at hand */
export function keepTidy(db: NodePgDatabase, log: Logger, everyInMs = everyMinuteInMs): () => Promise<void> {
  let current: Promise<unknown> | undefined
  const timer = setInterval(() => {
    current ??= tidyUp(db)
      .catch((error: unknown) => log.warn({ err: error }, 'the embedded database could not be tidied up'))
      .finally(() => {
        current = undefined
      })
  }, everyInMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await current
  }
}
