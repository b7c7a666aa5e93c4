import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { framePainter } from '../../../server/adapters/vision/frames/paint-frame.ts'
import { decodePhoto } from '../../../server/adapters/vision/images/decode.ts'
import { makeDerivatives } from '../../../server/adapters/vision/images/derivatives.ts'
import { makePyramid } from '../../../server/adapters/vision/images/pyramid.ts'
import type { EventRow } from '../../../server/features/events/index.ts'
import { addFrame } from '../../../server/features/frame/index.ts'
import { addPhoto, tagNumbers } from '../../../server/features/photos/index.ts'
import { indexFaces } from '../../../server/features/recognition/index.ts'
import { sha256 } from '../../../server/platform/ids.ts'
import { newMediaKey, newOriginalKey } from '../../../server/platform/objects/keys.ts'
import { projectRoot } from '../../../server/platform/root.ts'
import type { Shop } from '../server/shop.ts'
import { buildEmbedding, buildPhotoAnalysis } from './race.ts'

const demo = join(projectRoot, 'demo')

interface DemoPhoto {
  file: string
  width: number
  height: number
  people: { faceBox: { x: number; y: number; w: number; h: number } | null }[]
}

/** Creates the demo frame and puts it on sale in an event. */
export async function createDemoFrame(shop: Shop, event: EventRow, shapes = ['portrait', 'landscape']) {
  const boxes: Record<string, { x: number; y: number; width: number; height: number }> = {
    portrait: { x: 824, y: 1444, width: 288, height: 127 },
    landscape: { x: 1247, y: 929, width: 256, height: 113 },
  }
  const pictures = await Promise.all(
    shapes.map(async (shape) => ({
      bytes: await readFile(join(demo, `frames/frame-A-${shape}.png`)),
      plate: { box: boxes[shape] ?? { x: 0, y: 0, width: 1, height: 1 }, color: '#0c0f12' },
    })),
  )
  const parts = { objects: shop.services.objects, painter: framePainter }
  const title = { ru: 'Рамка', en: 'Frame' }
  return (await addFrame(shop.context(), parts, event, { title, pictures })).frame
}

/** Creates a demo photo with all its pictures and faces, like the ingest. */
export async function createDemoPhoto(
  shop: Shop,
  event: EventRow,
  name: string,
  request: { numbers?: string[] } = {},
): Promise<string> {
  const { photos } = JSON.parse(await readFile(join(demo, 'photos.json'), 'utf8')) as { photos: DemoPhoto[] }
  const demoPhoto = photos.find(({ file }) => file.endsWith(`/${name}.jpg`))
  if (!demoPhoto) throw new Error(`The demo has no photo ${name}`)
  const bytes = await readFile(join(demo, demoPhoto.file))
  const { bitmap } = await decodePhoto(bytes)
  const { preview, medium, thumb, tiny, placeholder } = await makeDerivatives(
    await makePyramid(bitmap),
    'photofinish',
  )
  const storeImage = async ({ bytes: content, mime, width, height }: typeof preview) => {
    const key = newMediaKey(shop.context())
    await shop.services.objects.put(key, content, { contentType: mime })
    return { key, width, height }
  }
  const originalKey = newOriginalKey(shop.context())
  await shop.services.objects.put(originalKey, bytes, { contentType: 'image/jpeg' })
  const { photoId } = await addPhoto(shop.context(), {
    eventId: event.id,
    sha256: sha256(bytes),
    fileName: `${name}.jpg`,
    mime: 'image/jpeg',
    sizeInBytes: bytes.length,
    originalKey,
    point: name,
    analysis: buildPhotoAnalysis(shop.context(), {
      width: bitmap.width,
      height: bitmap.height,
      preview: await storeImage(preview),
      medium: medium && (await storeImage(medium)),
      thumb: await storeImage(thumb),
      tiny: await storeImage(tiny),
      placeholder,
    }),
  })
  const numbers = (request.numbers ?? []).map((value) => ({ value, confidence: 0.99 }))
  await tagNumbers(shop.context(), { eventId: event.id, photoId, numbers })
  await indexFaces(shop.context(), {
    eventId: event.id,
    photoId,
    faces: demoPhoto.people.flatMap(({ faceBox }, index) =>
      faceBox
        ? {
            embedding: buildEmbedding(index + 1),
            box: { x: faceBox.x, y: faceBox.y, width: faceBox.w, height: faceBox.h },
            score: 0.98,
            sharpness: 300,
            sizeInPixels: faceBox.h,
            number: null,
          }
        : [],
    ),
  })
  return photoId
}
