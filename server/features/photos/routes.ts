import { getAlbumTimes, listPhotos, sayItsMe as sayItsMeCall } from '../../../contract/photos.ts'
import type { Feature, Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { handle } from '../../platform/http/handle.ts'
import { createKeptAnswers } from '../../platform/http/kept-answers.ts'
import { Failure } from '../../platform/http/problem.ts'
import { sendObject } from '../../platform/http/send-object.ts'
import { mediaKeyOf } from '../../platform/objects/keys.ts'
import type { SearchClaims } from '../competitors/index.ts'
import { type AlbumPart, countAlbum, inTimeOrder, pageOfAlbum, rowsOf } from './album-store.ts'
import { enter } from './enter.ts'
import type { FoundPhoto, SubjectPhotos } from './photo-finder.ts'
import { presentPhotos } from './present.ts'
import { sayItsMe } from './say-its-me.ts'
import { serveShares } from './share-routes.ts'
import { timesOfAlbum } from './times-store.ts'

/** What a page of an album is made of. */
const tables = ['photos', 'photo_tags', 'events']

/** Albums, own photos, and the public pictures themselves. */
export function createPhotosFeature(ground: Ground, ports: { finder: SubjectPhotos }): Feature {
  const { finder } = ports
  const sendKept = createKeptAnswers(ground.revisions)
  return {
    routes: (app) => {
      handle(app, listPhotos, async (context, input) => {
        const { query, bearer, reply } = input
        const { claims, event } = await enter(context, ground, bearer, query.albumId)
        if (claims.subject.kind === 'event') {
          if (query.denied) throw new Failure('TokenScope')
          // the same for everybody who may see the album; asked for anew each time, so that a token that is over is noticed
          reply.header('cache-control', 'private, no-cache')
          return sendKept(context, input, listPhotos, { tables, about: event.id }, async () => {
            const total = await countAlbum(context, event.id, query)
            const rows = await pageOfAlbum(context, event.id, { ...query, total })
            const items = await presentPhotos(context, event, rows, new Map())
            return { items, count: items.length, total }
          })
        }
        const found = await ownPhotos(context, finder, claims, query)
        const page = found.slice(query.offset, query.offset + query.count)
        const rows = await rowsOf(
          context,
          page.map((photo) => photo.photoId),
        )
        const byId = new Map(page.map((photo) => [photo.photoId, photo]))
        const items = await presentPhotos(context, event, rows, byId)
        return { items, count: items.length, total: found.length }
      })

      handle(app, getAlbumTimes, async (context, input) => {
        const { event } = await enter(context, ground, input.bearer, input.query.albumId)
        input.reply.header('cache-control', 'private, no-cache')
        return sendKept(context, input, getAlbumTimes, { tables, about: event.id }, () =>
          timesOfAlbum(context, event.id),
        )
      })

      handle(app, sayItsMeCall, async (context, { params, body, bearer }) => {
        const { claims } = await enter(context, ground, bearer, undefined)
        await sayItsMe(context, finder, claims, {
          photoId: params.photoId,
          itIsMe: body.itIsMe,
          photoTagId: body.tag?.photoTagId,
        })
        return undefined
      })

      serveShares(app, ground, finder)

      app.get<{ Params: { name: string } }>(
        '/media/:name',
        { schema: { hide: true } },
        async (request, reply) => {
          const key = mediaKeyOf(await app.contextOf(request), request.params.name)
          if (key === undefined) throw new Failure('NotFound')
          return sendObject(request, reply, ground.objects, key, {
            cacheControl: 'public, max-age=31536000, immutable',
          })
        },
      )
    },
  }
}

/** Photos of whoever was searched for, of a part of the album; on wish those that she denied. */
async function ownPhotos(
  context: Context,
  finder: SubjectPhotos,
  claims: SearchClaims,
  wish: AlbumPart & { denied?: 'only' },
): Promise<FoundPhoto[]> {
  const all = wish.denied
    ? (await finder.findAll(context, claims)).filter((photo) => photo.itIsMe === false)
    : await finder.find(context, claims)
  if (!wish.point && !wish.takenFrom && !wish.takenTo) return all
  const ids = all.map((photo) => photo.photoId)
  const inPart = new Set(await inTimeOrder(context, claims.eventId, ids, wish))
  return all.filter((photo) => inPart.has(photo.photoId))
}
