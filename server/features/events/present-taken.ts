import type { CaptureDetails, Language } from '../../../contract/common.ts'
import { reportPoint } from '../../../contract/events.ts'
import { resolveLocalText } from '../../platform/local-text.ts'
import type { EventRow } from './store.ts'

/** Returns the title of a point of an event. The photo report is not a place, unless the organizer has named it. */
export function getPointTitle(
  { points }: Pick<EventRow, 'points'>,
  point: string | null,
  language: Language,
): string | null {
  if (point === null) return null
  const configuredPoint = points.find((one) => one.point === point)
  if (configuredPoint) return resolveLocalText(configuredPoint.title, language)
  return point === reportPoint ? null : point
}

/** Returns where and when a photo of an event was taken. */
export function presentCaptureDetails(
  event: Pick<EventRow, 'points' | 'timeZone'>,
  { point, takenOn }: { readonly point: string | null; readonly takenOn: Date | null },
  language: Language,
): CaptureDetails {
  return {
    point: getPointTitle(event, point, language),
    takenOn: takenOn?.toISOString() ?? null,
    timeZone: event.timeZone,
  }
}
