import type { Event } from '../../../contract/events.ts'
import { intlFor } from '../../lib/intl.ts'

/** The calendar day of a moment at a place, `YYYY-MM-DD`. */
export function dayAt(moment: Date, timeZone: string): string {
  const options: Intl.DateTimeFormatOptions = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }
  return new Intl.DateTimeFormat('en-CA', options).format(moment)
}

/** Whether photos of an event are still arriving, or its day is today. */
export function isLive(event: Event, now: Date): boolean {
  const { photosReady, photosTotal } = event.processing
  return photosReady < photosTotal || event.localDay === dayAt(now, event.timeZone)
}

/** The month of a day as it stands after the day: `ноября`, `November`. */
export function monthInWords(day: string, language: string): string {
  const options = { day: 'numeric', month: 'long', timeZone: 'UTC' } as const
  const parts = intlFor(language).formatDateToParts(`${day}T00:00:00Z`, options)
  return parts.find((part) => part.type === 'month')?.value ?? ''
}

const kilometres = /^(\d+(?:[.,]\d+)?)\s*(?:km|км)$/i

/** A distance as the start list has it, its kilometres in the words of the language: `21,1 км`. */
export function distanceIn(language: string, distance: string): string {
  const figure = kilometres.exec(distance.trim())?.[1]
  if (figure === undefined) return distance
  const options = { style: 'unit', unit: 'kilometer', maximumFractionDigits: 3 } as const
  const words = intlFor(language).formatNumber(Number(figure.replace(',', '.')), options)
  // not every browser keeps the figure and its unit in one line
  return words.replace(' ', '\u00a0')
}

/** City and distances in one line: `Санкт-Петербург · 21,1 км и 10 км`. */
export function placeOf(event: Event, language: string): string {
  const words = event.distances.map((distance) => distanceIn(language, distance))
  const distances = intlFor(language).formatList(words, { type: 'conjunction' })
  // a line never begins with the dot
  return [event.city, distances].filter(Boolean).join('\u00a0· ')
}

/** How a moment of the past is best called on this device: by its clock time, as yesterday, or by its day. */
export function ageOf(moment: Date, now: Date): 'today' | 'yesterday' | 'earlier' {
  const midnight = new Date(now.getFullYear(), now.getMonth(), now.getDate())
  if (moment >= midnight) return 'today'
  midnight.setDate(midnight.getDate() - 1)
  return moment >= midnight ? 'yesterday' : 'earlier'
}
