/** A moment, or a local time without a zone as if it were UTC. */
export interface Moment {
  readonly time: Date
  readonly isLocal: boolean
}

/** Cameras without a clock start at 1970, 1980 or 1904; digital race photos begin later. */
const earliestTime = Date.UTC(1990, 0, 1)
/** Clocks of cameras may be some hours fast, and a local time without a zone is up to 14 h ahead. */
const toleranceInMs = 24 * 3_600_000

const momentPattern =
  /^(\d{4})[-:/.](\d\d?)[-:/.](\d\d?)[T ]+(\d\d?):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?\s*(Z|[+-]\d\d?(?::?\d\d)?)?$/i

/** Returns the minutes of a zone such as `+03:00`, `-0330`, `+03` or `Z`; undefined for anything else. */
function parseOffset(text: string): number | undefined {
  if (/^z$/i.test(text)) return 0
  const [, sign, hours = '', minutes = '0'] = /^([+-])(\d\d?)(?::?(\d\d))?$/.exec(text) ?? []
  const total = Number(hours) * 60 + Number(minutes)
  if (sign === undefined || total > 14 * 60) return undefined
  return sign === '-' ? -total : total
}

/**
 * Parses a date with a time in the formats of EXIF, XMP and QuickTime.
 *
 * @param fallback fraction and zone from other tags, used where the text has none
 * @param now later times are invalid
 * @returns undefined for other text, for a time that does not exist, and for the default time of an unset camera clock
 */
export function parseMoment(
  text: string,
  now: Date,
  fallback: { fraction?: string; offset?: string } = {},
): Moment | undefined {
  const parts = momentPattern.exec(text.trim())
  if (!parts) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = parts.slice(1, 6).map(Number)
  const second = Number(parts[6] ?? 0)
  const digits = parts[7] ?? /^\d+/.exec(fallback.fraction?.trim() ?? '')?.[0] ?? ''
  const millisecond = Math.floor(Number(`0.${digits || 0}`) * 1000)
  if (hour > 23 || minute > 59 || second > 60) return undefined
  const local = Date.UTC(year, month - 1, day, hour, minute, second, millisecond)
  const calendarDate = new Date(Date.UTC(year, month - 1, day))
  if (calendarDate.getUTCMonth() !== month - 1 || calendarDate.getUTCDate() !== day) return undefined
  const offsetInMinutes = parseOffset(parts[8] ?? fallback.offset?.trim() ?? '')
  const time = local - (offsetInMinutes ?? 0) * 60_000
  if (time < earliestTime || time > now.getTime() + toleranceInMs) return undefined
  return { time: new Date(time), isLocal: offsetInMinutes === undefined }
}
