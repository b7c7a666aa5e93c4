import { previewFramedPhoto } from '../../../contract/frame.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { sendObject } from '../../platform/http/send-object.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { authorizeAlbum, findPhoto } from '../photos/index.ts'
import { getCurrentFramedPhoto, getFramedPreview } from './make-framed.ts'
import { makeOrdered } from './make-ordered.ts'
import type { FindFramesToMake, FramePainter } from './ports.ts'
import { purgePreviews, purgePreviewsJob } from './purge-previews.ts'
import { findFrameBib, type RunnerFinder } from './runner.ts'

export { addFrame, type NewFrame } from './add-frame.ts'
export { getFramedPhoto, isDamaged, type PaintServices } from './make-framed.ts'
export { type FramePainter, FrameRejected, PainterEnded } from './ports.ts'
export { findFrameBib, type RunnerFinder } from './runner.ts'
export { type FramedPhotoRow, findFramedPhotos, findFramedThumbs } from './store.ts'

const defaultWidth = 800

/** Painting a preview costs more than sending it. */
const previewLimit = { limit: { perDevice: 120, perAddress: 1_200, windowInMs: 60_000 } }

/** Creates the feature for framed photos: previews for visitors, full sizes for buyers. */
export function createFrameFeature(
  services: Services,
  ports: { painter: FramePainter; finder: RunnerFinder; findFramesToMake: FindFramesToMake },
): Feature {
  const paintServices = { objects: services.objects, painter: ports.painter }
  return {
    jobs: {
      'frame.make-ordered': (context, payload) =>
        makeOrdered(context, paintServices, ports.findFramesToMake, payload),
      [purgePreviewsJob]: (context) => purgePreviews(context, services),
    },
    routes: (app) => {
      registerCall(
        app,
        previewFramedPhoto,
        async (context, { query, bearer, request, reply }) => {
          const { claims, event } = await authorizeAlbum(context, services, bearer, undefined)
          const { photoId, frameId, width = defaultWidth } = query
          const photo = await findPhoto(context, photoId)
          if (photo?.state !== 'Ready') throw new Failure('PhotoNotFound')
          if (photo.eventId !== event.id) throw new Failure('TokenScope')
          const bib = await findFrameBib(context, ports.finder, claims, photoId)
          const framed = await getCurrentFramedPhoto(context, paintServices, { photoId, frameId, bib })
          const key = await getFramedPreview(context, paintServices, framed, width)
          // Revalidated on each request, so that an expired token is noticed; unchanged bytes are not sent again.
          return sendObject(request, reply, services.objects, key, { cacheControl: 'private, no-cache' })
        },
        previewLimit,
      )
    },
  }
}
