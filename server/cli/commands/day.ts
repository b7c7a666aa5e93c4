import { momentOf } from '../../features/ingest/index.ts'
import { UsageError } from '../failures.ts'

const dayInMs = 86_400_000

/**
 * The moment at which a day is over at a place.
 *
 * @throws UsageError when it is no day like 2026-09-12
 */
export function endOfDay(day: string, timeZone: string, option: string): Date {
  return momentOf(new Date(readDay(day, option).getTime() + dayInMs), timeZone)
}

/**
 * Midnight of the day, as if the place kept UTC.
 *
 * @param option that the day was given with, for the error text
 * @throws UsageError when it is no day like 2026-09-12
 */
export function readDay(day: string, option: string): Date {
  const midnight = new Date(`${day}T00:00:00Z`)
  // Dates like 30 February would slide into the next month.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) {
    throw new UsageError(`--${option} should be a day like 2026-09-12, not "${day}"`)
  }
  return midnight
}
