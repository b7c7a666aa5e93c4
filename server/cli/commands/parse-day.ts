import { toInstant } from '../../platform/zoned-time.ts'
import { UsageError } from '../failures.ts'

const dayInMs = 86_400_000

/**
 * Returns the end of a day in a time zone.
 *
 * @throws UsageError when it is no day like 2026-09-12
 */
export function toEndOfDay(day: string, timeZone: string, option: string): Date {
  return toInstant(new Date(readDay(day, option).getTime() + dayInMs), timeZone)
}

/**
 * Returns the start of a day in a time zone.
 *
 * @throws UsageError when it is no day like 2026-09-12
 */
export function toStartOfDay(day: string, timeZone: string, option: string): Date {
  return toInstant(readDay(day, option), timeZone)
}

/**
 * Returns midnight UTC of a day.
 *
 * @param option name of the option, for the error message
 * @throws UsageError when it is no day like 2026-09-12
 */
export function readDay(day: string, option: string): Date {
  const midnight = new Date(`${day}T00:00:00Z`)
  // Dates like 30 February would roll over into the next month.
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) {
    throw new UsageError(`--${option} should be a day like 2026-09-12, not "${day}"`)
  }
  return midnight
}
