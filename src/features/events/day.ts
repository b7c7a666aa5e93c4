import { dayAt, type Event } from '../../../contract/events.ts'
import { intlFor } from '../../lib/intl.ts'

/** Returns whether photos of an event are still being processed, or its day is today. */
export function isLive(event: Event, now: Date): boolean {
  const { photosReady, photosTotal } = event.processing
  return photosReady < photosTotal || event.localDay === dayAt(now, event.timeZone)
}

/** Returns the calendar days from today, in the event's time zone, to its day; negative for the past. */
export function daysUntil(event: Event, now: Date): number {
  const today = dayAt(now, event.timeZone)
  return Math.round((Date.parse(event.localDay) - Date.parse(today)) / 86_400_000)
}

/** Returns whether an event is upcoming: its day is after today, and it has no photos yet. */
export function isAhead(event: Event, now: Date): boolean {
  return daysUntil(event, now) > 0 && event.counts.photos + (event.counts.report ?? 0) === 0
}

/** Splits events into upcoming ones, the nearest first, and the others in their order. */
export function splitByDay(events: readonly Event[], now: Date): { ahead: Event[]; past: Event[] } {
  const ahead = events.filter((event) => isAhead(event, now))
  const past = events.filter((event) => !ahead.includes(event))
  return { ahead: ahead.sort((a, b) => a.startsOn.localeCompare(b.startsOn)), past }
}

/** Returns the month of a date in the form used after the day: `ноября`, `November`. */
export function monthInWords(day: string, language: string): string {
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const parts = intlFor(language).formatDateToParts(`${day}T00:00:00Z`, options)
  return parts.find((part) => part.type === 'month')?.value ?? ''
}

const kilometres = /^(\d+(?:[.,]\d+)?)\s*(?:km|км)$/i

/** Returns a distance of the start list, with kilometres in the language's notation: `21,1 км`. */
export function distanceIn(language: string, distance: string): string {
  const figure = kilometres.exec(distance.trim())?.[1]
  if (figure === undefined) return distance
  const options = { style: 'unit', unit: 'kilometer', maximumFractionDigits: 3 } as const
  const words = intlFor(language).formatNumber(Number(figure.replace(',', '.')), options)
  // not every browser puts a no-break space between the number and its unit
  return words.replace(' ', '\u00a0')
}

/** Returns city and distances in one line: `Санкт-Петербург · 21,1 км и 10 км`. */
export function selfieStatus(event: Event, language: string): string {
  const words = event.distances.map((distance) => distanceIn(language, distance))
  const distances = intlFor(language).formatList(words, { type: 'conjunction' })
  // the no-break space prevents a line break before the dot
  return [event.city, distances].filter(Boolean).join('\u00a0· ')
}

/** Returns how to display a past moment, in the device's time zone: by its time, as yesterday, or by its day. */
export function toDayCategory(moment: Date, now: Date): 'today' | 'yesterday' | 'earlier' {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  if (moment >= midnight) return 'today'
  midnight.setDate(midnight.getDate() - 1)
  return moment >= midnight ? 'yesterday' : 'earlier'
}
