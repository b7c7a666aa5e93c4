import { getAlbumTimes, listPhotos, confirmPhoto as sayItsMeCall } from '../../../contract/photos.ts'
import type { Context } from '../../platform/context.ts'
import { limitCalls } from '../../platform/http/limit-calls.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { createResponseCache } from '../../platform/http/response-cache.ts'
import { sendObject } from '../../platform/http/send-object.ts'
import { toMediaKey } from '../../platform/objects/keys.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { type SearchClaims, toAnswersKey } from '../competitors/index.ts'
import {
  type AlbumFilter,
  countAlbum,
  filterInTimeOrder,
  findAlbumPage,
  findPhotoRows,
  isUnfiltered,
} from './album-store.ts'
import { authorizeAlbum } from './authorize-album.ts'
import type { FoundPhoto, SubjectPhotos } from './photo-finder.ts'
import type { ArePhotosBought, LinkCardMaker } from './ports.ts'
import { presentPhotos } from './present.ts'
import { saveRunnerAnswer } from './runner-answer.ts'
import { serveShares } from './share-routes.ts'
import { computeAlbumTimes } from './times-store.ts'

/** Limits the answers of one device, or of one token without a device, about a runner. */
const answersLimit = { max: 60, windowInMs: 60_000 }

/** Tables that a page of an album depends on. */
const tables = ['photos', 'photo_tags', 'events']

/** Creates the routes of albums, search results and public pictures. */
export function createPhotosFeature(
  services: Services,
  ports: { finder: SubjectPhotos; cards: LinkCardMaker; arePhotosBought: ArePhotosBought },
): Feature {
  const { finder } = ports
  const sendCached = createResponseCache(services.tableVersions)
  return {
    routes: (app) => {
      registerCall(app, listPhotos, async (context, input) => {
        const { query, bearer, reply } = input
        const { claims, event } = await authorizeAlbum(context, services, bearer, query.albumId)
        if (claims.subject.kind === 'event') {
          if (query.denied) throw new Failure('TokenScope')
          // The same for all tokens of the album. Revalidated on each request, so that an expired token is noticed.
          reply.header('cache-control', 'private, no-cache')
          return sendCached(context, input, listPhotos, { tables, extraKey: event.id }, async () => {
            const total = await countAlbum(context, event.id, query)
            const rows = await findAlbumPage(context, event.id, { ...query, total })
            const items = await presentPhotos(context, event, rows, new Map())
            return { items, count: items.length, total }
          })
        }
        const found = await findRunnerPhotos(context, finder, claims, query)
        const page = found.slice(query.offset, query.offset + query.count)
        const rows = await findPhotoRows(
          context,
          page.map((photo) => photo.photoId),
        )
        const byId = new Map(page.map((photo) => [photo.photoId, photo]))
        const items = await presentPhotos(context, event, rows, byId)
        return { items, count: items.length, total: found.length }
      })

      registerCall(app, getAlbumTimes, async (context, input) => {
        const { event } = await authorizeAlbum(context, services, input.bearer, input.query.albumId)
        input.reply.header('cache-control', 'private, no-cache')
        return sendCached(context, input, getAlbumTimes, { tables, extraKey: event.id }, () =>
          computeAlbumTimes(context, event.id),
        )
      })

      registerCall(app, sayItsMeCall, async (context, { params, body, bearer }) => {
        const { claims } = await authorizeAlbum(context, services, bearer, undefined)
        const answersKey = toAnswersKey(claims.subject)
        // The claims, not the header: the same token can be written in many ways.
        if (answersKey !== undefined)
          await limitCalls(context, { subject: `answers ${claims.eventId} ${answersKey}`, ...answersLimit })
        await saveRunnerAnswer(context, finder, claims, {
          photoId: params.photoId,
          itIsMe: body.itIsMe,
          photoTagId: body.tag?.photoTagId,
        })
        return undefined
      })

      serveShares(app, services, ports)

      app.get<{ Params: { name: string } }>(
        '/media/:name',
        { schema: { hide: true } },
        async (request, reply) => {
          const key = toMediaKey(await app.getContext(request), request.params.name)
          if (key === undefined) throw new Failure('NotFound')
          return sendObject(request, reply, services.objects, key, {
            cacheControl: 'public, max-age=31536000, immutable',
          })
        },
      )
    },
  }
}

/** Returns the photos of the runner searched for in a part of the album; on request, those that the runner denied. */
async function findRunnerPhotos(
  context: Context,
  finder: SubjectPhotos,
  claims: SearchClaims,
  request: AlbumFilter & { denied?: 'only' },
): Promise<FoundPhoto[]> {
  const allPhotos = request.denied
    ? (await finder.findAll(context, claims)).filter((photo) => photo.itIsMe === false)
    : await finder.find(context, claims)
  if (isUnfiltered(request)) return allPhotos
  const ids = allPhotos.map((photo) => photo.photoId)
  const idsInFilter = new Set(await filterInTimeOrder(context, claims.eventId, ids, request))
  return allPhotos.filter((photo) => idsInFilter.has(photo.photoId))
}
