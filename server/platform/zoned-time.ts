/**
 * Returns the moment at which the local time of a zone is what `wallClock` shows in UTC. A local time that is skipped or occurs
 * twice, when clocks change, counts by the offset before the change.
 *
 * @param timeZone IANA name, e.g. `Europe/Moscow`
 */
export function toInstant(wallClock: Date, timeZone: string): Date {
  const dayBefore = new Date(wallClock.getTime() - 86_400_000)
  const first = wallClock.getTime() - computeOffsetInMs(dayBefore, timeZone)
  const second = wallClock.getTime() - computeOffsetInMs(new Date(first), timeZone)
  // Only a guess that maps back to the same local time is correct.
  const isRoundTrip = (time: number) =>
    time + computeOffsetInMs(new Date(time), timeZone) === wallClock.getTime()
  return new Date(!isRoundTrip(first) && isRoundTrip(second) ? second : first)
}

/** Returns the local time of a zone at a moment, as a date that shows it in UTC. */
export function toWallClock(moment: Date, timeZone: string): Date {
  return new Date(moment.getTime() + computeOffsetInMs(moment, timeZone))
}

/** Returns whether the runtime knows this time zone. */
export function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Formats by time zone. Creating one for each of 50 000 moments takes 12 s. */
const formats = new Map<string, Intl.DateTimeFormat>()

function getFormat(timeZone: string): Intl.DateTimeFormat {
  const cachedFormat = formats.get(timeZone)
  if (cachedFormat) return cachedFormat
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, format)
  return format
}

/** Returns the offset of the zone from UTC at a moment. */
function computeOffsetInMs(moment: Date, timeZone: string): number {
  const parts = getFormat(timeZone).formatToParts(moment)
  const readPart = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((candidate) => candidate.type === type)?.value)
  const wallClockInMs = Date.UTC(
    readPart('year'),
    readPart('month') - 1,
    readPart('day'),
    readPart('hour'),
    readPart('minute'),
    readPart('second'),
  )
  return wallClockInMs - Math.floor(moment.getTime() / 1000) * 1000
}
