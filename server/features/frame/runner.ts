import type { Context } from '../../platform/context.ts'
import {
  findByNumber,
  formatFinishTime,
  type PhotoFinder,
  type PhotoSearch,
  type SearchClaims,
} from '../competitors/index.ts'
import { findEvent } from '../events/index.ts'
import { findPhotoNumbers } from '../photos/index.ts'
import { findFaceBoxes } from '../recognition/index.ts'
import type { Box } from './ports.ts'

/** Finds a runner's photos and start number. */
export interface RunnerFinder extends PhotoFinder {
  /** Returns the start number of the runner searched for, in its normal form; undefined when it is ambiguous or unknown. */
  findRunnerNumber(context: Context, search: PhotoSearch): Promise<string | undefined>
}

/** Excludes faces much smaller than the largest one: they are in the background. */
const isInForeground = (face: Box, _index: number, all: readonly Box[]) =>
  face.height >= 0.4 * Math.max(...all.map(({ height }) => height))

/**
 * Returns the bib whose time the frame of a photo shows: of the runner searched for, if the photo shows them. Otherwise that of
 * the only runner whose number was read on it. Must not be called inside a transaction.
 *
 * @returns a start number; empty for none
 */
export async function findFrameBib(
  context: Context,
  finder: RunnerFinder,
  claims: SearchClaims,
  photoId: string,
): Promise<string> {
  if (claims.subject.kind !== 'event') {
    const found = await finder.find(context, claims)
    if (found.some((photo) => photo.photoId === photoId))
      return (await finder.findRunnerNumber(context, claims)) ?? ''
  }
  // With two runners, the number of one may be hidden.
  const runners = (await findFaceBoxes(context, [photoId])).filter(isInForeground)
  const numbers = await findPhotoNumbers(context, photoId)
  return numbers.length === 1 && runners.length <= 1 ? (numbers[0] ?? '') : ''
}

/** Returns the text of the plate: the time since the start of the race as H:MM:SS, or else the number. */
export async function findCaption(context: Context, eventId: string, bib: string): Promise<string> {
  if (bib === '') return ''
  const event = await findEvent(context, eventId)
  const runner = event && (await findByNumber(context, event.competitorsListId, bib))
  return (event && runner && formatFinishTime(event, runner)) ?? bib
}
