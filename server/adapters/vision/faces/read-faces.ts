import type { AnalysedFace } from '../../../features/photos/ports.ts'
import type { Bitmap } from '../images/bitmap.ts'
import { chooseLevel, type Pyramid } from '../images/pyramid.ts'
import type { DetectorCard } from '../models/card.ts'
import { defaultFaceModel } from '../models/cards.ts'
import type { InstalledFaceModel, ModelFiles } from '../models.ts'
import { type Network, openNetwork } from '../network.ts'
import type { FacePoints } from './align.ts'
import { type DetectedFace, detectFaces, removeDuplicates } from './detect-faces.ts'
import { detectFacesWithPoints } from './detect-yunet.ts'
import { selectDistinctFaces } from './distinct-faces.ts'
import { type Embedder, embedFaces } from './embed.ts'
import { detectLandmarks, type Point } from './landmarks.ts'
import { measureFaceLight } from './sharpness.ts'

export interface FaceNetworks {
  detector: { readonly card: DetectorCard; readonly network: Network }
  /** Null for a detector that gives points. */
  landmarker: Network | null
  recogniser: Embedder
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
async function openDefaultDetector(files: ModelFiles): Promise<Network> {
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

/**
 * Opens the networks of a face model for one thread: about 0.2 s.
 *
 * @param installed the model and its files; absent: the default model
 */
export async function openFaceNetworks(
  files: ModelFiles,
  installed: InstalledFaceModel = { model: defaultFaceModel },
): Promise<FaceNetworks> {
  const { model, detectorFile, embedderFile = files.recogniser } = installed
  const { detector, embedder } = model
  return {
    detector: {
      card: detector,
      network: await (detectorFile === undefined ? openDefaultDetector(files) : openNetwork(detectorFile)),
    },
    landmarker: detector.output === 'yunet' ? null : await openNetwork(files.landmarker),
    recogniser: { card: embedder, network: await openNetwork(embedderFile) },
  }
}

function detect(
  { card, network }: FaceNetworks['detector'],
  ...[picture, longSide, minScore]: [picture: Bitmap, longSide: number, minScore: number]
): Promise<DetectedFace[]> {
  return card.output === 'yunet'
    ? detectFacesWithPoints(network, card.pixels, picture, longSide, minScore)
    : detectFaces(network, picture, longSide, minScore)
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
    for (const { box, score, points } of await detect(detector, bitmap, longSide, minScore)) {
      const sizeInInput = (Math.max(box.width, box.height) * longSide) / Math.max(bitmap.width, bitmap.height)
      const isTooLarge = sizeInInput > maxFaceSizeInPixels
      if (isTooLarge && longSide !== Math.min(...sides)) continue
      foundFaces.push({
        score,
        box: { x: box.x / scale, y: box.y / scale, width: box.width / scale, height: box.height / scale },
        ...(points && { points: points.map(([x, y]): Point => [x / scale, y / scale]) }),
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
    .map(({ box, score, points }) => ({
      box,
      score,
      points,
      sharpness: measureFaceLight(photo, box).sharpness,
      sizeInPixels: Math.max(box.width, box.height),
    }))
    .filter(({ sharpness }) => sharpness >= minSharpness)
}

/** Computes the embeddings of sharp faces, each face once. Boxes must be in pixels of the full photo. */
export async function describeFaces(
  { landmarker, recogniser }: FaceNetworks,
  photo: Pyramid,
  faces: readonly DetectedFace[],
): Promise<AnalysedFace[]> {
  const sharpFaces = selectSharpFaces(photo, faces)
  const located = await locatePoints(landmarker, photo, sharpFaces)
  const distinct = selectDistinctFaces(
    sharpFaces.map(({ box }) => box),
    located.map(({ type, points }) => (type === 'landmarks' ? points : [])),
  )
  const embeddings = await embedFaces(
    recogniser,
    photo,
    distinct.flatMap((index) => located[index] ?? []),
  )
  return distinct.flatMap((index, i) => {
    const [face, embedding] = [sharpFaces[index], embeddings[i]]
    if (!face || !embedding) return []
    const { box, score, sharpness, sizeInPixels } = face
    return [{ box, score, sharpness, sizeInPixels, embedding }]
  })
}

/** Returns the points that the detector gave, or else those of the landmark network. */
async function locatePoints(
  landmarker: Network | null,
  photo: Pyramid,
  faces: readonly Pick<DetectedFace, 'box' | 'points'>[],
): Promise<FacePoints[]> {
  const boxes = faces.map(({ box }) => box)
  const landmarks = landmarker ? await detectLandmarks(landmarker, photo, boxes) : []
  return faces.map(({ points }, i) =>
    points ? { type: 'five', points } : { type: 'landmarks', points: landmarks[i] ?? [] },
  )
}
