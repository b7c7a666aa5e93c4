import type { CaptureDetails } from '../../../contract/common.ts'
import { formatClock } from './time.ts'

/** Formats the place and the event's local time of a photo: `Финиш, 10:52`; empty when both are unknown. */
export function formatPlaceAndTime({ point, takenOn, timeZone }: CaptureDetails, language: string): string {
  const time = takenOn === null ? undefined : formatClock(takenOn, language, { timeZone })
  return [point, time].filter(Boolean).join(', ')
}
