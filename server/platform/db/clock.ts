import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Logger } from '../log.ts'

const defaultIntervalInMs = 60_000
/**
 * Limits the duration of a reading. A slower one, e.g. while all connections are in use, is too inexact to replace an earlier
 * one.
 */
const maxRoundTripInMs = 1_000

/** The clock of a database. */
export interface DatabaseClock {
  readonly now: () => Date
  readonly stop: () => void
}

/**
 * Returns a clock that follows that of the database. It reads the database once a minute and counts with the monotonic clock of
 * the host in between, so the time of the host has no effect.
 *
 * @throws the error of the database when the first reading fails; when a later one fails, the previous one is used
 */
export async function startDatabaseClock(
  db: NodePgDatabase,
  log: Logger,
  intervalInMs = defaultIntervalInMs,
): Promise<DatabaseClock> {
  let offsetInMs = await readOffset(db)
  let isReading = false
  const timer = setInterval(() => {
    if (isReading) return
    isReading = true
    readOffset(db, maxRoundTripInMs)
      .then((offset) => {
        offsetInMs = offset
      })
      .catch((error: unknown) => log.warn({ err: error }, 'clock of the database not read'))
      .finally(() => {
        isReading = false
      })
  }, intervalInMs)
  timer.unref()
  return {
    now: () => new Date(performance.now() + offsetInMs),
    stop: () => clearInterval(timer),
  }
}

/** Returns the difference between the clock of the database and the monotonic clock. Its error is half of the round trip. */
async function readOffset(
  db: NodePgDatabase,
  roundTripLimitInMs = Number.POSITIVE_INFINITY,
): Promise<number> {
  const before = performance.now()
  const { rows } = await db.execute<{ ms: string }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::float8::text as ms`,
  )
  const after = performance.now()
  const ms = Number(rows[0]?.ms)
  if (!Number.isFinite(ms)) throw new Error('The database returned no time')
  if (after - before > roundTripLimitInMs) throw new Error('The database took too long to return its time')
  return ms - (before + after) / 2
}
