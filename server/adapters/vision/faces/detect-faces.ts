import sharp from 'sharp'
import { computeArea, computeIntersectionArea, computeOverlap } from '../../../../contract/faces/boxes.ts'
import type { Box } from '../../../features/photos/ports.ts'
import type { Bitmap } from '../images/bitmap.ts'
import type { Network } from '../network.ts'
import { type Anchor, listAnchors } from './anchors.ts'
import type { Point } from './landmarks.ts'

export interface DetectedFace {
  box: Box
  /** From 0 to 1. */
  score: number
  /** Eyes, nose and corners of the mouth, from a detector that gives them. */
  points?: readonly Point[] | undefined
}

const gridInPixels = 32
/** Boxes of one face overlap by more than this (intersection over union), those of neighbours by less. */
const maxOverlap = 0.35
/** A box with at least this share inside a better one is a part of that face. */
const maxContainedShare = 0.75
const maxCachedAnchorLists = 16
const anchorLists = new Map<string, Anchor[]>()

function getAnchors(width: number, height: number): Anchor[] {
  const key = `${width}x${height}`
  const anchors = anchorLists.get(key) ?? listAnchors(width, height)
  anchorLists.delete(key)
  anchorLists.set(key, anchors)
  for (const oldest of anchorLists.keys()) {
    if (anchorLists.size <= maxCachedAnchorLists) break
    anchorLists.delete(oldest)
  }
  return anchors
}

/** Returns only the best of the boxes that show the same face (non-maximum suppression). */
export function removeDuplicates(faces: readonly DetectedFace[]): DetectedFace[] {
  const uniqueFaces: DetectedFace[] = []
  for (const face of [...faces].sort((a, b) => b.score - a.score)) {
    const isDuplicate = uniqueFaces.some(
      ({ box }) =>
        computeOverlap(box, face.box) > maxOverlap ||
        computeIntersectionArea(box, face.box) / Math.min(computeArea(box), computeArea(face.box)) >
          maxContainedShare,
    )
    if (!isDuplicate) uniqueFaces.push(face)
  }
  return uniqueFaces
}

/** Resizes to the long side, then pads with black to the network's grid. */
export async function resizeForNetwork(
  picture: Bitmap,
  longSide: number,
): Promise<{ input: Bitmap; scale: number }> {
  const scale = longSide / Math.max(picture.width, picture.height)
  const width = Math.max(1, Math.round(picture.width * scale))
  const height = Math.max(1, Math.round(picture.height * scale))
  const right = (gridInPixels - (width % gridInPixels)) % gridInPixels
  const bottom = (gridInPixels - (height % gridInPixels)) % gridInPixels
  const raw = { width: picture.width, height: picture.height, channels: 3 } as const
  const pipeline = sharp(picture.data, { raw })
  if (scale !== 1) pipeline.resize(width, height, { fit: 'fill', kernel: 'linear' })
  const data = await pipeline.extend({ right, bottom, background: '#000' }).raw().toBuffer()
  return { input: { data, width: width + right, height: height + bottom }, scale }
}

/**
 * Finds faces in a picture.
 *
 * @param longSide of the network's input in pixels, to which the picture is scaled. The network finds faces of about 16 px and
 *   more.
 * @param minScore 0 to 1
 * @returns boxes in pixels of `picture`, may reach beyond it
 */
export async function detectFaces(
  network: Network,
  picture: Bitmap,
  longSide: number,
  minScore: number,
): Promise<DetectedFace[]> {
  const { input, scale } = await resizeForNetwork(picture, longSide)
  const [boxes, classes] = await network.run(input.data, [1, input.height, input.width, 3])
  if (!boxes || !classes) throw new Error('The face detector gives no boxes and classes')
  const minLogit = Math.log(minScore / (1 - minScore))
  const faces: DetectedFace[] = []
  getAnchors(input.width, input.height).forEach((anchor, i) => {
    const logit = classes.data[i * 3 + 1] ?? 0
    if (logit < minLogit) return
    const [down = 0, right = 0, taller = 0, wider = 0] = boxes.data.subarray(i * 4, i * 4 + 4)
    const width = Math.exp(wider / 5) * anchor.width
    const height = Math.exp(taller / 5) * anchor.height
    const x = anchor.x + (right / 10) * anchor.width - width / 2
    const y = anchor.y + (down / 10) * anchor.height - height / 2
    faces.push({
      box: { x: x / scale, y: y / scale, width: width / scale, height: height / scale },
      score: 1 / (1 + Math.exp(-logit)),
    })
  })
  return removeDuplicates(faces)
}
