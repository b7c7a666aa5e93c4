import type { Context } from '../../platform/context.ts'
import { findByNumber, type PhotoFinder, type PhotoSearch, type SearchClaims } from '../competitors/index.ts'
import { findEvent } from '../events/index.ts'
import type { Box } from './ports.ts'
import { facesOfPhoto, numbersOn } from './store.ts'

/** Finds somebody's photos, and the start number she wears. */
export interface RunnerFinder extends PhotoFinder {
  /** The start number of who is searched for, in its normal form; undefined when that is not clear. */
  numberOf(context: Context, search: PhotoSearch): Promise<string | undefined>
}

/** Faces much smaller than the largest one are those of strangers in the background. */
const isNear = (face: Box, _at: number, all: readonly Box[]) =>
  face.height >= 0.4 * Math.max(...all.map(({ height }) => height))

/**
 * Whose time stands in the frame of a photo: that of her who was searched for, when the photo shows her, or else of the
 * only runner whose number was read on it. Not to be called inside a transaction.
 *
 * @returns a start number; empty for nobody
 */
export async function bibFor(
  context: Context,
  finder: RunnerFinder,
  claims: SearchClaims,
  photoId: string,
): Promise<string> {
  if (claims.subject.kind !== 'event') {
    const found = await finder.find(context, claims)
    if (found.some((photo) => photo.photoId === photoId))
      return (await finder.numberOf(context, claims)) ?? ''
  }
  // the number of one of two runners may be hidden
  const runners = (await facesOfPhoto(context, photoId)).filter(isNear)
  const numbers = await numbersOn(context, photoId)
  return numbers.length === 1 && runners.length <= 1 ? (numbers[0] ?? '') : ''
}

/** What is written in the frame: the time since the start of the race as H:MM:SS, or else the number. */
export async function captionOf(context: Context, eventId: string, bib: string): Promise<string> {
  if (bib === '') return ''
  const event = await findEvent(context, eventId)
  const runner = event && (await findByNumber(context, event.competitorsListId, bib))
  if (!event || !runner?.finishedOn) return bib
  const seconds = Math.floor((runner.finishedOn.getTime() - event.startsOn.getTime()) / 1000)
  return seconds > 0 && seconds < 100 * 3600 ? clockOf(seconds) : bib
}

function clockOf(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(seconds / 3600)}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`
}
