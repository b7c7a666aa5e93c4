import { intlFor } from './catalogue.ts'

/** Returns the offset of an IANA time zone at a moment, e.g. `UTC+3`. */
export function zoneOffset(on: Date, timeZone: string): string {
  const offset = intlFor('en')
    .formatDateToParts(on, { timeZone, timeZoneName: 'shortOffset' })
    .find(({ type }) => type === 'timeZoneName')
  return (offset?.value ?? '').replace('GMT', 'UTC')
}
