import { getIntl } from './intl.ts'

/**
 * Returns the parts of a calendar day for a date bib: `15`, `ноя`, `2026`.
 *
 * @param day `YYYY-MM-DD`
 */
export function splitDay(day: string, language: string): { day: string; month: string; year: string } {
  const date = new Date(`${day}T00:00:00Z`)
  const month = getIntl(language).formatDate(date, { month: 'short', timeZone: 'UTC' })
  return {
    day: String(date.getUTCDate()).padStart(2, '0'),
    month: month.slice(0, 3),
    year: String(date.getUTCFullYear()),
  }
}

/**
 * Formats a calendar day: `15 ноября 2026`.
 *
 * @param day `YYYY-MM-DD`
 */
export function formatDay(day: string, language: string): string {
  const options = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return getIntl(language)
    .formatDate(`${day}T00:00:00Z`, options)
    .replace(/\sг\.$/, '')
}

/**
 * Formats the local time of a moment: `09:41`, or `09:41:07` with seconds.
 *
 * @param moment ISO 8601 in UTC
 * @param timeZone IANA name; the device's when absent
 */
export function formatClock(
  moment: string,
  language: string,
  { timeZone, seconds = false }: { timeZone?: string; seconds?: boolean } = {},
): string {
  return getIntl(language).formatTime(moment, {
    hour: '2-digit',
    minute: '2-digit',
    second: seconds ? '2-digit' : undefined,
    hourCycle: 'h23',
    timeZone,
  })
}

/**
 * Formats day and time of a moment: `20 нояб., 09:41 UTC+3`. In the device's time zone, the zone is not named.
 *
 * @param moment ISO 8601 in UTC
 * @param timeZone IANA name; the device's when absent
 */
export function formatMoment(moment: string, language: string, timeZone?: string): string {
  return getIntl(language)
    .formatDate(moment, {
      day: 'numeric',
      month: 'short',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
      timeZoneName: timeZone === undefined ? undefined : 'short',
    })
    .replace('GMT', 'UTC')
}

/** Formats a duration like a stopwatch: `0:23`, `1:52:07`. */
export function formatDuration(inSeconds: number): string {
  const wholeSeconds = Math.max(0, Math.round(inSeconds))
  const hours = Math.floor(wholeSeconds / 3600)
  const minutes = Math.floor(wholeSeconds / 60) % 60
  const seconds = String(wholeSeconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
}
