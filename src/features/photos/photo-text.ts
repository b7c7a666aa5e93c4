import type { CaptureDetails } from '../../../contract/common.ts'
import type { Event } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { formatPlaceAndTime } from '../../lib/format/place-and-time.ts'
import type { TextValues } from '../../platform/language/index.ts'

type FormatText = (id: string, values?: TextValues) => string

/** Returns the title of the point where a photo was taken. */
export function toPointName(photo: Photo, event: Event): string | undefined {
  if (photo.point === null) return undefined
  return event.points.find(({ point }) => point === photo.point)?.title ?? photo.point
}

/** Returns the key of the point where a photo was taken; the photo itself may carry its title. */
export function toPointKey(photo: Photo, event: Event): string | undefined {
  const matchingPoint = event.points.find(
    ({ point, title }) => photo.point === title || photo.point === point,
  )
  return matchingPoint?.point ?? photo.point ?? undefined
}

/** Returns where and when a photo was taken, with the event's title of the point. */
export function getCaptureDetails(photo: Photo, event: Event): CaptureDetails {
  return { point: toPointName(photo, event) ?? null, takenOn: photo.takenOn, timeZone: event.timeZone }
}

/** Returns what the viewer shows below the title of a photo: its point and clock time, `Финиш, 10:52`. */
export function formatPhotoDetails(photo: Photo, event: Event, language: string): string {
  return formatPlaceAndTime(getCaptureDetails(photo, event), language)
}

/** Returns the alt text of a photo: bibs, point, time. */
export function toAltText(photo: Photo, event: Event, language: string, text: FormatText): string {
  const bibs = photo.tags.filter((tag) => tag.name === 'number').map((tag) => tag.value)
  const bibsText =
    bibs.length > 0 ? text('photos.alt.bibs', { bibs: bibs.join(', '), count: bibs.length }) : ''
  const locationText = formatPlaceAndTime(getCaptureDetails(photo, event), language)
  return [text('photos.alt'), bibsText, locationText].filter(Boolean).join(', ')
}
