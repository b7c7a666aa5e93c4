import { previewFramedPhoto } from '../../../contract/frame.ts'
import type { Feature, Ground } from '../../platform/app-parts.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import { sendObject } from '../../platform/http/send-object.ts'
import type { PackagePhotos } from '../orders/index.ts'
import { enter, findPhoto } from '../photos/index.ts'
import { framedPhoto, framedPreview } from './make-framed.ts'
import { makeOrdered } from './make-ordered.ts'
import type { FramePainter } from './ports.ts'
import { bibFor, type RunnerFinder } from './runner.ts'
import { sweep, sweepPreviews } from './sweep-previews.ts'

export { addFrame, type NewFrame } from './add-frame.ts'
export { framedPhoto, isDamaged, type PaintParts } from './make-framed.ts'
export { type FramePainter, FrameRejected } from './ports.ts'
export { bibFor, type RunnerFinder } from './runner.ts'

const usualWidth = 800

/** Painting costs more than sending: nobody asks for hundreds of pictures a minute. */
const previewsOfACaller = { rateLimit: { max: 120, timeWindowInMs: 60_000 } }

/** Photos in frames: previews for whoever looks, full sizes for whoever has paid. */
export function createFrameFeature(
  ground: Ground,
  ports: { painter: FramePainter; finder: RunnerFinder & PackagePhotos },
): Feature {
  const parts = { objects: ground.objects, painter: ports.painter }
  return {
    jobs: {
      'frame.make-ordered': (context, payload) => makeOrdered(context, parts, ports.finder, payload),
      [sweepPreviews]: (context) => sweep(context, ground),
    },
    routes: (app) => {
      handle(
        app,
        previewFramedPhoto,
        async (context, { query, bearer, request, reply }) => {
          const { claims, event } = await enter(context, ground, bearer, undefined)
          const { photoId, frameId, width = usualWidth } = query
          const photo = await findPhoto(context, photoId)
          if (photo?.state !== 'Ready') throw new Failure('PhotoNotFound')
          if (photo.eventId !== event.id) throw new Failure('TokenScope')
          const bib = await bibFor(context, ports.finder, claims, photoId)
          const framed = await framedPhoto(context, parts, { photoId, frameId, bib })
          const key = await framedPreview(context, parts, framed, width)
          // asked for anew each time, so that a token that is over is noticed; unchanged bytes do not travel again
          return sendObject(request, reply, ground.objects, key, { cacheControl: 'private, no-cache' })
        },
        previewsOfACaller,
      )
    },
  }
}
