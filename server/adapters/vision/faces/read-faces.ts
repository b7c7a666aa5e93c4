import type { AnalysedFace } from '../../../features/photos/ports.ts'
import { chooseLevel, type Pyramid } from '../images/pyramid.ts'
import type { ModelFiles } from '../models.ts'
import { type Network, openNetwork } from '../network.ts'
import { type DetectedFace, detectFaces, removeDuplicates } from './detect-faces.ts'
import { embedFaces } from './embed.ts'
import { detectLandmarks } from './landmarks.ts'
import { measureFaceLight } from './sharpness.ts'

export interface FaceNetworks {
  detector: Network
  landmarker: Network
  recogniser: Network
}

const testPatternSide = 128
/** Limits the upscaling of small pictures for the detector: beyond it, single features are detected as faces. */
const minSideInPixels = 320
/** In pixels of the detector's input. Larger faces are left to the smaller input size. */
const maxFaceSizeInPixels = 320

/**
 * Chooses the detector. The fast one multiplies signed by unsigned bytes, which overflows on older x86 processors (before
 * VNNI). Both detectors run on the same test pattern, and the fast one is used if the results are equal.
 */
async function openDetector(files: ModelFiles): Promise<Network> {
  const [fast, safe] = [await openNetwork(files.detectorInt8), await openNetwork(files.detectorUint8)]
  const testPattern = Uint8Array.from(
    { length: testPatternSide * testPatternSide * 3 },
    (_, i) => (i * 37) % 256,
  )
  const shape = [1, testPatternSide, testPatternSide, 3]
  const [fastResult, safeResult] = [await fast.run(testPattern, shape), await safe.run(testPattern, shape)]
  const isResultSame = safeResult.every(({ data }, output) =>
    data.every((value, i) => Math.abs(value - (fastResult[output]?.data[i] ?? 0)) < 0.01),
  )
  await (isResultSame ? safe : fast).close()
  return isResultSame ? fast : safe
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
 * Finds the faces of a photo, highest score first. Boxes are in pixels of the full photo.
 *
 * @param longSides input sizes of the detector: a large one for small faces, a small one for faces that fill the photo, which
 * the large one misses
 */
export async function findFaces(
  { detector }: FaceNetworks,
  photo: Pyramid,
  longSides: readonly number[],
  minScore: number,
): Promise<DetectedFace[]> {
  const foundFaces: DetectedFace[] = []
  const photoSide = Math.max(photo.full.width, photo.full.height)
  const sides = new Set(longSides.map((side) => Math.min(side, Math.max(photoSide, minSideInPixels))))
  for (const longSide of sides) {
    const { bitmap, scale } = chooseLevel(photo, longSide)
    for (const { box, score } of await detectFaces(detector, bitmap, longSide, minScore)) {
      const sizeInInput = (Math.max(box.width, box.height) * longSide) / Math.max(bitmap.width, bitmap.height)
      const isTooLarge = sizeInInput > maxFaceSizeInPixels
      if (isTooLarge && longSide !== Math.min(...sides)) continue
      foundFaces.push({
        score,
        box: { x: box.x / scale, y: box.y / scale, width: box.width / scale, height: box.height / scale },
      })
    }
  }
  return removeDuplicates(foundFaces)
}

/** Excludes faces that are too blurred to embed, e.g. spectators far out of focus. They would cause false matches. */
const minSharpness = 8

/** Returns the faces that are sharp enough, with size and sharpness. No biometric data is computed. */
export function selectSharpFaces(photo: Pyramid, faces: readonly DetectedFace[]) {
  return faces
    .map(({ box, score }) => ({
      box,
      score,
      sharpness: measureFaceLight(photo, box).sharpness,
      sizeInPixels: Math.max(box.width, box.height),
    }))
    .filter(({ sharpness }) => sharpness >= minSharpness)
}

/** Computes the embeddings of sharp faces. Boxes must be in pixels of the full photo. */
export async function describeFaces(
  { landmarker, recogniser }: FaceNetworks,
  photo: Pyramid,
  faces: readonly DetectedFace[],
): Promise<AnalysedFace[]> {
  const sharpFaces = selectSharpFaces(photo, faces)
  const boxes = sharpFaces.map((face) => face.box)
  const points = await detectLandmarks(landmarker, photo, boxes)
  const embeddings = await embedFaces(recogniser, photo, points)
  return sharpFaces.flatMap((face, i) => {
    const embedding = embeddings[i]
    return embedding ? [{ ...face, embedding }] : []
  })
}
