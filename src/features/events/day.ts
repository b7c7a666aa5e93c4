import { type Event, getLocalDay } from '../../../contract/events.ts'
import { getIntl } from '../../lib/format/intl.ts'

/** Returns whether the race is today in its time zone: on its first day, and on further days until it ends. */
export function isRaceDay({ localDay, endsOn, timeZone }: Event, now: Date): boolean {
  const today = getLocalDay(now, timeZone)
  return localDay === today || (localDay < today && now <= new Date(endsOn))
}

/** Returns whether photos of an event are still being processed, or its race is today. */
export function isTodayOrProcessing(event: Event, now: Date): boolean {
  const { photosReady, photosTotal } = event.processing
  return photosReady < photosTotal || isRaceDay(event, now)
}

/** Returns the calendar days from today, in the event's time zone, to its day; negative for the past. */
export function countDaysUntil(event: Event, now: Date): number {
  const today = getLocalDay(now, event.timeZone)
  return Math.round((Date.parse(event.localDay) - Date.parse(today)) / 86_400_000)
}

/** Returns whether an event is upcoming: its day is after today, and it has no photos yet. */
export function isUpcoming(event: Event, now: Date): boolean {
  return countDaysUntil(event, now) > 0 && event.counts.photos + (event.counts.report ?? 0) === 0
}

/** Splits events into upcoming ones, the nearest first, and the others in their order. */
export function splitByDay(events: readonly Event[], now: Date): { upcoming: Event[]; past: Event[] } {
  const upcoming = events.filter((event) => isUpcoming(event, now))
  const past = events.filter((event) => !upcoming.includes(event))
  return { upcoming: upcoming.sort((a, b) => a.startsOn.localeCompare(b.startsOn)), past }
}

/** Returns the month of a date in the form used after the day: `ноября`, `November`. */
export function formatMonth(day: string, language: string): string {
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const parts = getIntl(language).formatDateToParts(`${day}T00:00:00Z`, options)
  return parts.find((part) => part.type === 'month')?.value ?? ''
}

const kilometresPattern = /^(\d+(?:[.,]\d+)?)\s*(?:km|км)$/i

/** Returns a distance of the start list, with kilometres in the language's notation: `21,1 км`. */
export function formatDistance(language: string, distance: string): string {
  const kilometreCount = kilometresPattern.exec(distance.trim())?.[1]
  if (kilometreCount === undefined) return distance
  const options = { style: 'unit', unit: 'kilometer', maximumFractionDigits: 3 } as const
  const formatted = getIntl(language).formatNumber(Number(kilometreCount.replace(',', '.')), options)
  // not every browser puts a no-break space between the number and its unit
  return formatted.replace(' ', '\u00a0')
}

/** Returns city and distances in one line: `Санкт-Петербург · 21,1 км и 10 км`. */
export function formatPlace(event: Event, language: string): string {
  const formatted = event.distances.map((distance) => formatDistance(language, distance))
  const distances = getIntl(language).formatList(formatted, { type: 'conjunction' })
  // the no-break space prevents a line break before the dot
  return [event.city, distances].filter(Boolean).join('\u00a0· ')
}

/** Returns how to display a past moment, in the device's time zone: by its time, as yesterday, or by its day. */
export function getDayCategory(moment: Date, now: Date): 'today' | 'yesterday' | 'earlier' {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  if (moment >= midnight) return 'today'
  midnight.setDate(midnight.getDate() - 1)
  return moment >= midnight ? 'yesterday' : 'earlier'
}
