import type { AnalysedFace } from '../../../features/photos/ports.ts'
import { levelOf, type Pyramid } from '../images/pyramid.ts'
import type { ModelFiles } from '../models.ts'
import { type Network, openNetwork } from '../network.ts'
import { type DetectedFace, detectFaces, withoutDoubles } from './detect-faces.ts'
import { embed } from './embed.ts'
import { landmarksOf } from './landmarks.ts'
import { faceLight } from './sharpness.ts'

export interface FaceNetworks {
  detector: Network
  landmarker: Network
  recogniser: Network
}

const trialSide = 128
/** A small picture is not blown up beyond this for the detector: it would see faces in single features. */
const smallestSide = 320
/** In pixels of what the detector looks at; larger faces are left to the smaller look. */
const largestFaceInLook = 320

/**
 * The fast detector multiplies signed by unsigned bytes, which older x86 processors (before VNNI) do with an
 * overflow. So both detectors look at the same stripes, and the fast one is taken when it gives the same numbers.
 */
async function openDetector(files: ModelFiles): Promise<Network> {
  const [fast, safe] = [await openNetwork(files.detectorInt8), await openNetwork(files.detectorUint8)]
  const stripes = Uint8Array.from({ length: trialSide * trialSide * 3 }, (_, i) => (i * 37) % 256)
  const shape = [1, trialSide, trialSide, 3]
  const [fastResult, safeResult] = [await fast.run(stripes, shape), await safe.run(stripes, shape)]
  const isSame = safeResult.every(({ data }, output) =>
    data.every((value, i) => Math.abs(value - (fastResult[output]?.data[i] ?? 0)) < 0.01),
  )
  await (isSame ? safe : fast).close()
  return isSame ? fast : safe
}

/** Opens the three networks for one thread: about 0.2 s. */
export async function openFaceNetworks(files: ModelFiles): Promise<FaceNetworks> {
  return {
    detector: await openDetector(files),
    landmarker: await openNetwork(files.landmarker),
    recogniser: await openNetwork(files.recogniser),
  }
}

/**
 * Finds the faces of a photo, the surest first; boxes are in pixels of the full photo.
 *
 * @param longSides the sizes in which the photo is looked at: a large look for small faces, a small one for faces
 *   that fill the photo, which the large look takes for something else
 */
export async function findFaces(
  { detector }: FaceNetworks,
  photo: Pyramid,
  longSides: readonly number[],
  minScore: number,
): Promise<DetectedFace[]> {
  const found: DetectedFace[] = []
  const ownSide = Math.max(photo.full.width, photo.full.height)
  const sides = new Set(longSides.map((side) => Math.min(side, Math.max(ownSide, smallestSide))))
  for (const longSide of sides) {
    const { bitmap, scale } = levelOf(photo, longSide)
    for (const { box, score } of await detectFaces(detector, bitmap, longSide, minScore)) {
      const sizeInLook = (Math.max(box.width, box.height) * longSide) / Math.max(bitmap.width, bitmap.height)
      const isTooLarge = sizeInLook > largestFaceInLook
      if (isTooLarge && longSide !== Math.min(...sides)) continue
      found.push({
        score,
        box: { x: box.x / scale, y: box.y / scale, width: box.width / scale, height: box.height / scale },
      })
    }
  }
  return withoutDoubles(found)
}

/** Blurred beyond knowing anybody: spectators far out of focus, whose numbers would only make false friends. */
const minSharpness = 8

/** Describes those faces that can be known; boxes must be in pixels of the full photo. */
export async function describeFaces(
  { landmarker, recogniser }: FaceNetworks,
  photo: Pyramid,
  faces: readonly DetectedFace[],
): Promise<AnalysedFace[]> {
  const clear = faces
    .map((face) => ({ ...face, sharpness: faceLight(photo, face.box).sharpness }))
    .filter(({ sharpness }) => sharpness >= minSharpness)
  const boxes = clear.map((face) => face.box)
  const points = await landmarksOf(landmarker, photo, boxes)
  const embeddings = await embed(recogniser, photo, points)
  return clear.flatMap(({ box, score, sharpness }, i) => {
    const embedding = embeddings[i]
    return embedding
      ? [{ box, score, embedding, sharpness, sizeInPixels: Math.max(box.width, box.height) }]
      : []
  })
}
