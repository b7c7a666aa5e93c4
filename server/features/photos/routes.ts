import { listPhotos, sayItsMe as sayItsMeCall } from '../../../contract/photos.ts'
import type { Feature, Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import { sendObject } from '../../platform/http/send-object.ts'
import { type SearchClaims, verifySearchToken } from '../competitors/index.ts'
import { type EventRow, findEvent } from '../events/index.ts'
import { findSelfie } from '../recognition/index.ts'
import { countAlbum, pageOfAlbum, rowsOf } from './album-store.ts'
import { mediaKeyOf } from './keys.ts'
import type { SubjectPhotos } from './photo-finder.ts'
import { presentPhotos } from './present.ts'
import { sayItsMe } from './say-its-me.ts'

/** Albums, own photos, and the public pictures themselves. */
export function createPhotosFeature(ground: Ground, ports: { finder: SubjectPhotos }): Feature {
  const { finder } = ports
  return {
    routes: (app) => {
      handle(app, listPhotos, async (context, { query, bearer }) => {
        const { claims, event } = await enter(context, ground, bearer, query.albumId)
        if (claims.subject.kind === 'event') {
          const rows = await pageOfAlbum(context, event.id, query)
          const items = await presentPhotos(context, event, rows, new Map())
          return { items, count: items.length, total: await countAlbum(context, event.id) }
        }
        const found = await finder.find(context, claims)
        const page = found.slice(query.offset, query.offset + query.count)
        const rows = await rowsOf(
          context,
          page.map((photo) => photo.photoId),
        )
        const byId = new Map(page.map((photo) => [photo.photoId, photo]))
        const items = await presentPhotos(context, event, rows, byId)
        return { items, count: items.length, total: found.length }
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

      app.get<{ Params: { name: string } }>(
        '/media/:name',
        { schema: { hide: true } },
        async (request, reply) => {
          const key = mediaKeyOf(request.params.name)
          if (key === undefined) throw new Failure('NotFound')
          return sendObject(request, reply, ground.objects, key, {
            cacheControl: 'public, max-age=31536000, immutable',
          })
        },
      )
    },
  }
}

/** Reads the token and makes sure that it opens the album. */
async function enter(
  context: Context,
  ground: Ground,
  bearer: string | undefined,
  albumId: string | undefined,
): Promise<{ claims: SearchClaims; event: EventRow }> {
  const claims = await verifySearchToken(context, ground, bearer)
  const event = await findEvent(context, claims.eventId)
  if (event?.state !== 'Published') throw new Failure('TokenInvalid')
  if (albumId !== undefined && albumId !== event.albumId) throw new Failure('TokenScope')
  // A token outlives a selfie that was forgotten; then it searches for nobody.
  if (claims.subject.kind === 'face' && !(await findSelfie(context, claims.subject.selfieId))) {
    throw new Failure('TokenExpired')
  }
  return { claims, event }
}
