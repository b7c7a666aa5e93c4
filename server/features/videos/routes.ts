import { normalizeBib } from '../../../contract/bib.ts'
import { listVideos, type Video } from '../../../contract/videos.ts'
import type { Context } from '../../platform/context.ts'
import { foldText } from '../../platform/fold-text.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import { mediaUrl } from '../../platform/objects/keys.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { findBySurname, type Subject } from '../competitors/index.ts'
import { type EventRow, localText } from '../events/index.ts'
import { authorizeAlbum } from '../photos/index.ts'
import { pageOfVideos, type VideoRow } from './store.ts'

/** Creates the routes of an event's videos: personal ones by start number, and those of the whole race. */
export function createVideosFeature(services: Services): Feature {
  return {
    routes: (app) => {
      handle(app, listVideos, async (context, { query, bearer }) => {
        const { claims, event } = await authorizeAlbum(context, services, bearer, query.albumId)
        const asked = await askedNumbers(context, event, query)
        const { rows, total } = await pageOfVideos(context, event.id, {
          startNumbers: asked ?? ownNumber(claims.subject),
          offset: query.offset,
          count: query.count,
        })
        return { items: rows.map((row) => present(context, event.albumId, row)), count: rows.length, total }
      })
    },
  }
}

/**
 * Returns the start numbers that the caller requests by number, or by a runner's name.
 *
 * @returns undefined when nothing was requested
 * @throws Failure BibInvalid when `myStartNumber` is no start number
 */
async function askedNumbers(
  context: Context,
  event: EventRow,
  query: { myStartNumber?: string; searchString?: string },
): Promise<string[] | undefined> {
  if (query.myStartNumber) {
    const number = normalizeBib(query.myStartNumber)
    if (number === undefined) throw new Failure('BibInvalid')
    return [number]
  }
  if (!query.searchString) return undefined
  const number = normalizeBib(query.searchString)
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
    previewUrl: row.previewKey === null ? null : mediaUrl(row.previewKey),
    ...(row.startNumber === null ? {} : { startNumber: row.startNumber }),
    takenOn: row.takenOn?.toISOString() ?? null,
    personal: row.startNumber !== null,
  }
}
