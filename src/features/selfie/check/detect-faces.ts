import { computeArea } from '../../../../contract/faces/boxes.ts'
import { isOtherPerson } from '../../../../contract/faces/main-face.ts'
import { type Box, decodeFaces, type Face, removeDuplicates } from './boxes.ts'
import { type Light, measureBrightness, measureLight } from './measure.ts'
import { resample } from './resample.ts'
import { cellSizeInPixels, type Pixels, type TinyFace } from './tiny-face.ts'

/** Scores below this count as no face. */
const minCandidateScore = 0.2
const minFaceScore = 0.5

interface DetectionPass {
  /** Long side of the network's input, in pixels. */
  side: number
  /** Padding around the picture in its edge colours, as a share of its long side. */
  margin: number
}

const quickPass: DetectionPass = { side: 224, margin: 0 }
/** Faces at the edge are detected better with padding. */
const paddedPass: DetectionPass = { side: 224, margin: 0.15 }
const closerPass: DetectionPass = { side: 320, margin: 0.15 }
/** A face that fills the picture is detected only at a smaller scale. */
const widerPass: DetectionPass = { side: 224, margin: 0.4 }
const widestPass: DetectionPass = { side: 224, margin: 0.8 }
/** Detects small faces; too slow for live video. */
const closestPass: DetectionPass = { side: 640, margin: 0 }

/** Lists the passes to try. Each row runs only when the rows before it have found no face with a sufficient score. */
export const detectionPasses = {
  live: [
    [quickPass, paddedPass],
    [closerPass, widerPass],
  ],
  still: [[quickPass, paddedPass, closerPass], [widerPass, widestPass], [closestPass]],
} as const

export interface DetectionResult {
  /** The largest face with a sufficient score, then those that may be meant instead, in pixels of the picture. */
  faces: Box[]
  /** At least one detection may be a face. */
  doubtful: boolean
  /** Measured on the largest face. */
  light?: Light
  /** Mean grey of the whole picture, 0 to 255. */
  brightness: number
}

/** Runs the rows of passes until one finds faces. */
export function detectFaces(
  network: TinyFace,
  picture: Pixels,
  passRows: readonly (readonly DetectionPass[])[],
): DetectionResult {
  let doubtful = false
  const brightness = measureBrightness(picture)
  for (const passRow of passRows) {
    const found = removeDuplicates(
      passRow.flatMap((detectionPass) => detectInPass(network, picture, detectionPass)),
    )
    doubtful ||= found.length > 0
    const faces = selectFaces(found, picture)
    if (faces[0]) return { faces, doubtful, brightness, light: measureLight(picture, faces[0]) }
  }
  return { faces: [], doubtful, brightness }
}

function detectInPass(network: TinyFace, picture: Pixels, { side, margin }: DetectionPass): Face[] {
  const longSide = Math.max(picture.width, picture.height)
  const padding = Math.round(longSide * margin)
  const scale = side / (longSide + 2 * padding)
  // rounded to whole cells; the excess is filled with the edge colour
  const roundToCells = (length: number) =>
    Math.ceil(((length + 2 * padding) * scale) / cellSizeInPixels - 0.01) * cellSizeInPixels
  const [width, height] = [roundToCells(picture.width), roundToCells(picture.height)]
  const part = { x: -padding, y: -padding, width: width / scale, height: height / scale }
  return decodeFaces(network(resample(picture, part, width, height)), minCandidateScore).map(
    ({ box, score }) => ({
      score,
      box: {
        x: box.x / scale - padding,
        y: box.y / scale - padding,
        width: box.width / scale,
        height: box.height / scale,
      },
    }),
  )
}

/** Returns the largest face, and those that may be the runner's instead. */
function selectFaces(found: readonly Face[], picture: Pixels): Box[] {
  const boxes = found.filter(({ score }) => score >= minFaceScore).map(({ box }) => box)
  const [main, ...others] = boxes.sort((a, b) => computeArea(b) - computeArea(a))
  return main ? [main, ...others.filter((other) => isOtherPerson(other, main, picture))] : []
}
