/**
 * A calendar day in parts for a date bib: `15`, `ноя`, `2026`.
 *
 * @param day `YYYY-MM-DD`
 */
export function dayParts(day: string, language: string): { day: string; month: string; year: string } {
  const date = new Date(`${day}T00:00:00Z`)
  const month = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' }).format(date)
  return {
    day: String(date.getUTCDate()).padStart(2, '0'),
    month: month.slice(0, 3),
    year: String(date.getUTCFullYear()),
  }
}

/**
 * A calendar day in words: `15 ноября 2026`.
 *
 * @param day `YYYY-MM-DD`
 */
export function formatDay(day: string, language: string): string {
  const options: Intl.DateTimeFormatOptions = {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }
  return new Intl.DateTimeFormat(language, options).format(new Date(`${day}T00:00:00Z`)).replace(/\sг\.$/, '')
}

/** An album says the time of each of its photos, and a formatter takes far longer to make than to use. */
const clocks = new Map<string, Intl.DateTimeFormat>()

/**
 * The clock time of a moment at a place: `09:41`, or `09:41:07` with seconds.
 *
 * @param moment ISO 8601 in UTC
 * @param timeZone IANA name; the device's own when absent
 */
export function formatClock(
  moment: string,
  language: string,
  { timeZone, seconds = false }: { timeZone?: string; seconds?: boolean } = {},
): string {
  const name = [language, timeZone, seconds].join()
  const clock =
    clocks.get(name) ??
    new Intl.DateTimeFormat(language, {
      hour: '2-digit',
      minute: '2-digit',
      second: seconds ? '2-digit' : undefined,
      hourCycle: 'h23',
      timeZone,
    })
  clocks.set(name, clock)
  return clock.format(new Date(moment))
}

/**
 * Day and clock time of a moment on this device: `20 нояб., 09:41`.
 *
 * @param moment ISO 8601 in UTC
 */
export function formatMoment(moment: string, language: string): string {
  return new Intl.DateTimeFormat(language, {
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(moment))
}

/** A length of time as a stopwatch shows it: `0:23`, `1:52:07`. */
export function formatDuration(inSeconds: number): string {
  const whole = Math.max(0, Math.round(inSeconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor(whole / 60) % 60
  const seconds = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${seconds}` : `${minutes}:${seconds}`
}
