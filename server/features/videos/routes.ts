import { normalizeBib } from '../../../contract/bib.ts'
import { listVideos, type Video } from '../../../contract/videos.ts'
import type { Context } from '../../platform/context.ts'
import { foldText } from '../../platform/fold-text.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { getMediaUrl } from '../../platform/objects/keys.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { findBySurname, limitPersonSearches, limitSearches, type Subject } from '../competitors/index.ts'
import { type EventRow, resolveLocalText } from '../events/index.ts'
import { authorizeAlbum } from '../photos/index.ts'
import { findVideosPage, type VideoRow } from './store.ts'

/** Creates the routes of an event's videos: personal ones by start number, and those of the whole race. */
export function createVideosFeature(services: Services): Feature {
  return {
    routes: (app) => {
      registerCall(app, listVideos, async (context, { query, bearer, request }) => {
        const { claims, event } = await authorizeAlbum(context, services, bearer, query.albumId)
        const ownSelection = selectBySubject(claims.subject)
        const selection = selectByQuery(query) ?? ownSelection
        if (selection.name !== undefined) await limitSearches(context, request.ip, bearer)
        else if (selection.number !== ownSelection.number)
          await limitPersonSearches(context, request.ip, bearer)
        const { rows, total } = await findVideosPage(context, event.id, {
          startNumbers: await findBibs(context, event, selection),
          offset: query.offset,
          count: query.count,
        })
        return {
          items: rows.map((row) => presentVideo(context, event.albumId, row, selection.number)),
          count: rows.length,
          total,
        }
      })
    },
  }
}

/** Selects whose videos are listed: of a start number, of runners by name, or all. */
interface Selection {
  readonly number?: string
  readonly name?: string
}

/**
 * Returns what the caller requests by number, or by a runner's name.
 *
 * @returns undefined when nothing was requested
 * @throws Failure BibInvalid when `myStartNumber` is no start number
 */
function selectByQuery(query: { myStartNumber?: string; searchString?: string }): Selection | undefined {
  if (query.myStartNumber) {
    const number = normalizeBib(query.myStartNumber)
    if (number === undefined) throw new Failure('BibInvalid')
    return { number }
  }
  if (!query.searchString) return undefined
  const number = normalizeBib(query.searchString)
  return number === undefined ? { name: query.searchString } : { number }
}

function selectBySubject(subject: Subject): Selection {
  return subject.kind === 'number' || subject.kind === 'competitor' ? { number: subject.number } : {}
}

async function findBibs(
  context: Context,
  event: EventRow,
  { number, name }: Selection,
): Promise<string[] | undefined> {
  if (number !== undefined) return [number]
  if (name === undefined) return undefined
  const runners = await findBySurname(context, event.competitorsListId, foldText(name))
  return runners.map((runner) => runner.number)
}

/**
 * Converts a video to the contract's form. It has only the number that the caller knows: in bulk, or next to a name, numbers would
 * reveal where and when each runner was.
 */
function presentVideo(
  context: Context,
  albumId: string,
  row: VideoRow,
  knownNumber: string | undefined,
): Video {
  return {
    videoId: row.id,
    albumId,
    title: resolveLocalText(row.title, context.language),
    durationS: row.durationS,
    poster: row.posterKey
      ? { url: getMediaUrl(row.posterKey), width: row.posterWidth, height: row.posterHeight }
      : null,
    previewUrl: row.previewKey === null ? null : getMediaUrl(row.previewKey),
    ...(knownNumber !== undefined && row.startNumber === knownNumber ? { startNumber: knownNumber } : {}),
    takenOn: row.takenOn?.toISOString() ?? null,
    personal: row.startNumber !== null,
  }
}
