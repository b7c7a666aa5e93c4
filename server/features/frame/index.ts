import { previewFramedPhoto } from '../../../contract/frame.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import { sendObject } from '../../platform/http/send-object.ts'
import type { Feature, Services } from '../../platform/services.ts'
import type { PackagePhotos } from '../orders/index.ts'
import { authorizeAlbum, findPhoto } from '../photos/index.ts'
import { framedPhoto, framedPreview } from './make-framed.ts'
import { makeOrdered } from './make-ordered.ts'
import type { FramePainter } from './ports.ts'
import { purgePreviews, purgePreviewsJob } from './purge-previews.ts'
import { bibFor, type RunnerFinder } from './runner.ts'

export { addFrame, type NewFrame } from './add-frame.ts'
export { framedPhoto, isDamaged, type PaintParts } from './make-framed.ts'
export { type FramePainter, FrameRejected } from './ports.ts'
export { bibFor, type RunnerFinder } from './runner.ts'

const usualWidth = 800

/** Limits the previews of a caller: painting one costs more than sending it. */
const previewsOfACaller = { rateLimit: { max: 120, timeWindowInMs: 60_000 } }

/** Creates the feature for framed photos: previews for visitors, full sizes for buyers. */
export function createFrameFeature(
  services: Services,
  ports: { painter: FramePainter; finder: RunnerFinder & PackagePhotos },
): Feature {
  const parts = { objects: services.objects, painter: ports.painter }
  return {
    jobs: {
      'frame.make-ordered': (context, payload) => makeOrdered(context, parts, ports.finder, payload),
      [purgePreviewsJob]: (context) => purgePreviews(context, services),
    },
    routes: (app) => {
      handle(
        app,
        previewFramedPhoto,
        async (context, { query, bearer, request, reply }) => {
          const { claims, event } = await authorizeAlbum(context, services, bearer, undefined)
          const { photoId, frameId, width = usualWidth } = query
          const photo = await findPhoto(context, photoId)
          if (photo?.state !== 'Ready') throw new Failure('PhotoNotFound')
          if (photo.eventId !== event.id) throw new Failure('TokenScope')
          const bib = await bibFor(context, ports.finder, claims, photoId)
          const framed = await framedPhoto(context, parts, { photoId, frameId, bib })
          const key = await framedPreview(context, parts, framed, width)
          // Revalidated on each request, so that an expired token is noticed; unchanged bytes are not sent again.
          return sendObject(request, reply, services.objects, key, { cacheControl: 'private, no-cache' })
        },
        previewsOfACaller,
      )
    },
  }
}
