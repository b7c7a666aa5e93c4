import { listVideos, type Video } from '../../../contract/videos.ts'
import type { Feature, Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { foldText } from '../../platform/fold-text.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import { mediaUrl } from '../../platform/objects/keys.ts'
import { findBySurname, normalBib, type Subject, verifySearchToken } from '../competitors/index.ts'
import { type EventRow, findEvent, localText } from '../events/index.ts'
import { pageOfVideos, type VideoRow } from './store.ts'

/** Videos of an event: personal ones by start number, and those of the whole race. */
export function createVideosFeature(ground: Ground): Feature {
  return {
    routes: (app) => {
      handle(app, listVideos, async (context, { query, bearer }) => {
        const claims = await verifySearchToken(context, ground, bearer)
        const event = await findEvent(context, claims.eventId)
        if (event?.albumId !== query.albumId) throw new Failure('TokenScope')
        const asked = await askedNumbers(context, event, query)
        const own = ownNumber(claims.subject)
        const { rows, total } = await pageOfVideos(context, event.id, {
          startNumbers: asked ?? own,
          andOfEveryone: asked === undefined,
          offset: query.offset,
          count: query.count,
        })
        return { items: rows.map((row) => present(context, event.albumId, row)), count: rows.length, total }
      })
    },
  }
}

/**
 * The start numbers that the caller asks for by number, or by a runner's name.
 *
 * @returns undefined when nothing was asked for
 * @throws Failure BibInvalid when `myStartNumber` is no start number
 */
async function askedNumbers(
  context: Context,
  event: EventRow,
  query: { myStartNumber?: string; searchString?: string },
): Promise<string[] | undefined> {
  if (query.myStartNumber) {
    const number = normalBib(query.myStartNumber)
    if (number === undefined) throw new Failure('BibInvalid')
    return [number]
  }
  if (!query.searchString) return undefined
  const number = normalBib(query.searchString)
  if (number !== undefined) return [number]
  const runners = await findBySurname(context, event.competitorsListId, foldText(query.searchString))
  return runners.map((runner) => runner.number)
}

function ownNumber(subject: Subject): string[] | undefined {
  return subject.kind === 'number' || subject.kind === 'competitor' ? [subject.number] : undefined
}

function present(context: Context, albumId: string, row: VideoRow): Video {
  return {
    videoId: row.id,
    albumId,
    title: localText(row.title, context.language),
    durationS: row.durationS,
    poster: row.posterKey
      ? { url: mediaUrl(row.posterKey), width: row.posterWidth, height: row.posterHeight }
      : null,
    previewUrl: mediaUrl(row.previewKey),
    ...(row.startNumber === null ? {} : { startNumber: row.startNumber }),
    takenOn: row.takenOn?.toISOString() ?? null,
    personal: row.startNumber !== null,
  }
}
