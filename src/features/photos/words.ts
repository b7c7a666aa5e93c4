import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { formatClock } from '../../lib/time.ts'
import type { TextValues } from '../../platform/language/index.ts'

type Say = (id: string, values?: TextValues) => string

/** Where on the course a photo was taken, in the words of the event. */
export function pointOf(photo: Photo, event: Event): string | undefined {
  if (photo.point === null) return undefined
  return event.points.find(({ point }) => point === photo.point)?.title ?? photo.point
}

/** The key of the place where a photo was taken; the photo itself carries its name. */
export function pointKeyOf(photo: Photo, event: Event): string | undefined {
  const known = event.points.find(({ point, title }) => photo.point === title || photo.point === point)
  return known?.point ?? photo.point ?? undefined
}

/** Place and clock time: `Финиш, 10:52`. */
export function placeAndTime(photo: Photo, event: Event, language: string): string {
  const time = photo.takenOn ? formatClock(photo.takenOn, language, { timeZone: event.timeZone }) : undefined
  return [pointOf(photo, event), time].filter(Boolean).join(', ')
}

/** Describes a photo to who cannot see it: bibs, place, time. */
export function altOf(photo: Photo, event: Event, language: string, text: Say): string {
  const bibs = photo.tags.filter((tag) => tag.name === 'number').map((tag) => tag.value)
  const who = bibs.length > 0 ? text('photos.alt.bibs', { bibs: bibs.join(', '), count: bibs.length }) : ''
  const where = placeAndTime(photo, event, language)
  return [text('photos.alt'), who, where].filter(Boolean).join(', ')
}
