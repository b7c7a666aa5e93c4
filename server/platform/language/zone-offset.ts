import { getIntl } from './catalogue.ts'

/** Returns the offset of an IANA time zone at a moment, e.g. `UTC+3`. */
export function formatZoneOffset(date: Date, timeZone: string): string {
  const offset = getIntl('en')
    .formatDateToParts(date, { timeZone, timeZoneName: 'shortOffset' })
    .find(({ type }) => type === 'timeZoneName')
  return (offset?.value ?? '').replace('GMT', 'UTC')
}
