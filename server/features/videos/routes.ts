import { normalizeBib } from '../../../contract/bib.ts'
import { listVideos, type Video } from '../../../contract/videos.ts'
import type { Context } from '../../platform/context.ts'
import { foldText } from '../../platform/fold-text.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { getMediaUrl } from '../../platform/objects/keys.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { findBySurname, type Subject } from '../competitors/index.ts'
import { type EventRow, resolveLocalText } from '../events/index.ts'
import { authorizeAlbum } from '../photos/index.ts'
import { findVideosPage, type VideoRow } from './store.ts'

/** Creates the routes of an event's videos: personal ones by start number, and those of the whole race. */
export function createVideosFeature(services: Services): Feature {
  return {
    routes: (app) => {
      registerCall(app, listVideos, async (context, { query, bearer }) => {
        const { claims, event } = await authorizeAlbum(context, services, bearer, query.albumId)
        const requestedBibs = await findRequestedBibs(context, event, query)
        const { rows, total } = await findVideosPage(context, event.id, {
          startNumbers: requestedBibs ?? getSubjectBib(claims.subject),
          offset: query.offset,
          count: query.count,
        })
        return {
          items: rows.map((row) => presentVideo(context, event.albumId, row)),
          count: rows.length,
          total,
        }
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
async function findRequestedBibs(
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

function getSubjectBib(subject: Subject): string[] | undefined {
  return subject.kind === 'number' || subject.kind === 'competitor' ? [subject.number] : undefined
}

function presentVideo(context: Context, albumId: string, row: VideoRow): Video {
  return {
    videoId: row.id,
    albumId,
    title: resolveLocalText(row.title, context.language),
    durationS: row.durationS,
    poster: row.posterKey
      ? { url: getMediaUrl(row.posterKey), width: row.posterWidth, height: row.posterHeight }
      : null,
    previewUrl: row.previewKey === null ? null : getMediaUrl(row.previewKey),
    ...(row.startNumber === null ? {} : { startNumber: row.startNumber }),
    takenOn: row.takenOn?.toISOString() ?? null,
    personal: row.startNumber !== null,
  }
}
