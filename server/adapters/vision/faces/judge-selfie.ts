import sharp from 'sharp'
import { isOtherPerson } from '../../../../contract/faces/main-face.ts'
import { FaceRejected } from '../../../features/recognition/ports.ts'
import type { Bitmap } from '../images/bitmap.ts'
import { makePyramid, type Pyramid } from '../images/pyramid.ts'
import type { DetectedFace } from './detect-faces.ts'
import { describeFaces, type FaceNetworks, findFaces } from './read-faces.ts'
import { measureFaceLight } from './sharpness.ts'

const minSideInPixels = 80
const minSharpness = 40
const [minBrightness, maxBrightness] = [40, 225]
/** Padding on each side, relative to the long side, for faces that may fill the whole picture. */
const paddingShare = 0.4

function getArea({ box }: DetectedFace): number {
  return box.width * box.height
}

/** Pads a picture with its edge colors: the detector misses a face that fills the picture. */
async function padPicture({ data, width, height }: Bitmap): Promise<Bitmap> {
  const paddingInPixels = Math.round(Math.max(width, height) * paddingShare)
  const result = await sharp(data, { raw: { width, height, channels: 3 } })
    .extend({
      top: paddingInPixels,
      bottom: paddingInPixels,
      left: paddingInPixels,
      right: paddingInPixels,
      extendWith: 'copy',
    })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: result.data, width: result.info.width, height: result.info.height }
}

async function findSelfieFaces(networks: FaceNetworks, picture: Bitmap) {
  const photo = await makePyramid(picture)
  const { sidesInPixels, minScore, minDoubtfulScore } = networks.detector.card.selfie
  const faces = await findFaces(networks, photo, sidesInPixels, minDoubtfulScore)
  return { photo, faces, isSeen: faces.some(({ score }) => score >= minScore) }
}

/** Returns the main face of a selfie: the largest, when no other person may be meant. */
function selectMainFace(photo: Pyramid, faces: readonly DetectedFace[], minScore: number): DetectedFace {
  const certainFaces = faces.filter(({ score }) => score >= minScore).sort((a, b) => getArea(b) - getArea(a))
  const [face, ...others] = certainFaces
  if (!face) throw new FaceRejected(faces.length > 0 ? 'FaceUnclear' : 'FaceNotFound')
  if (others.some(({ box }) => isOtherPerson(box, face.box, photo.full)))
    throw new FaceRejected('SeveralFaces')
  const { sharpness, brightness } = measureFaceLight(photo, face.box)
  const isClear =
    Math.max(face.box.width, face.box.height) >= minSideInPixels &&
    sharpness >= minSharpness &&
    brightness >= minBrightness &&
    brightness <= maxBrightness
  if (!isClear) throw new FaceRejected('FaceUnclear')
  return face
}

/**
 * Computes the embedding of the one clear face of a selfie.
 *
 * @throws {FaceRejected} when there is none, more than one, or an unclear one
 */
export async function describeSelfie(networks: FaceNetworks, picture: Bitmap): Promise<Float32Array> {
  const firstAttempt = await findSelfieFaces(networks, picture)
  const { photo, faces } = firstAttempt.isSeen
    ? firstAttempt
    : await findSelfieFaces(networks, await padPicture(picture))
  const { minScore } = networks.detector.card.selfie
  const face = selectMainFace(photo, faces.length > 0 ? faces : firstAttempt.faces, minScore)
  const [analysedFace] = await describeFaces(networks, photo, [face])
  if (!analysedFace) throw new FaceRejected('FaceNotFound')
  return analysedFace.embedding
}
