/** Returns the wall clock time in a time zone, as `2026-09-12T17:30`. */
export function toWallClock(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-CA', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(moment)
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.find((one) => one.type === type)?.value ?? ''
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** Returns the moment of a wall clock time in a time zone, or the nearest one; undefined for an invalid time. */
export function parseWallClock(wallClock: string, timeZone: string): Date | undefined {
  const target = Date.parse(`${wallClock}Z`)
  if (Number.isNaN(target)) return undefined
  let guess = target
  // the second pass corrects the first across a DST change
  for (let pass = 0; pass < 2; pass++) {
    guess += target - Date.parse(`${toWallClock(new Date(guess), timeZone)}Z`)
  }
  return new Date(guess)
}
