import sharp from 'sharp'
import { FaceRejected } from '../../../features/recognition/ports.ts'
import type { Bitmap } from '../images/bitmap.ts'
import { makePyramid, type Pyramid } from '../images/pyramid.ts'
import { type DetectedFace, intersection } from './detect-faces.ts'
import { describeFaces, type FaceNetworks, findFaces } from './read-faces.ts'
import { faceLight } from './sharpness.ts'

const looks = [512, 256]
const minScore = 0.5
/** Separates an unclear face from no face, by the score of the detector. */
const minDoubtfulScore = 0.25
/** A second face with at least this relative area may be the intended one. */
const secondFaceShare = 0.25
/** Above this overlap with the main face, it is a duplicate detection. */
const maxOverlapOfAnother = 0.4
const minSideInPixels = 80
const minSharpness = 40
const [minBrightness, maxBrightness] = [40, 225]
/** Padding on each side, relative to the long side, for faces that may fill the whole picture. */
const margin = 0.4

function area({ box }: DetectedFace): number {
  return box.width * box.height
}

/** Pads a picture with its edge colors: the detector misses a face that fills the picture. */
async function widen({ data, width, height }: Bitmap): Promise<Bitmap> {
  const edge = Math.round(Math.max(width, height) * margin)
  const result = await sharp(data, { raw: { width, height, channels: 3 } })
    .extend({ top: edge, bottom: edge, left: edge, right: edge, extendWith: 'copy' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: result.data, width: result.info.width, height: result.info.height }
}

async function look(networks: FaceNetworks, picture: Bitmap) {
  const photo = await makePyramid(picture)
  const faces = await findFaces(networks, photo, looks, minDoubtfulScore)
  return { photo, faces, isSeen: faces.some(({ score }) => score >= minScore) }
}

/** Returns the main face of a selfie. */
function mainFace(photo: Pyramid, faces: readonly DetectedFace[]): DetectedFace {
  const sure = faces.filter(({ score }) => score >= minScore).sort((a, b) => area(b) - area(a))
  const [face, ...others] = sure
  if (!face) throw new FaceRejected(faces.length > 0 ? 'FaceUnclear' : 'FaceNotFound')
  const isAnother = (other: DetectedFace) =>
    area(other) >= area(face) * secondFaceShare &&
    intersection(other.box, face.box) < area(other) * maxOverlapOfAnother
  if (others.some(isAnother)) throw new FaceRejected('SeveralFaces')
  const { sharpness, brightness } = faceLight(photo, face.box)
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
  const asItIs = await look(networks, picture)
  const { photo, faces } = asItIs.isSeen ? asItIs : await look(networks, await widen(picture))
  const face = mainFace(photo, faces.length > 0 ? faces : asItIs.faces)
  const [described] = await describeFaces(networks, photo, [face])
  if (!described) throw new FaceRejected('FaceNotFound')
  return described.embedding
}
