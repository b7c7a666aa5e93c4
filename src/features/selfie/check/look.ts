import { type Box, computeArea, decodeFaces, type Face, sharedArea, withoutDoubles } from './boxes.ts'
import { type Light, measureBrightness, measureLight } from './measure.ts'
import { resample } from './resample.ts'
import { cellSide, type Pixels, type TinyFace } from './tiny-face.ts'

/** Scores below this count as no face. */
const doubtfulScore = 0.2
const sureScore = 0.5
/** A second face this large, relative to the area of the first, may be the runner's. */
const secondFaceShare = 0.25
/** A box that overlaps the first one with more than this fraction of its area shows the same face. */
const sameFaceShare = 0.4

interface Look {
  /** Long side of the network's input, in pixels. */
  side: number
  /** Padding around the picture in its edge colours, as a share of its long side. */
  margin: number
}

const quick: Look = { side: 224, margin: 0 }
/** Faces at the edge are detected better with padding. */
const around: Look = { side: 224, margin: 0.15 }
const closer: Look = { side: 320, margin: 0.15 }
/** A face that fills the picture is detected only at a smaller scale. */
const wider: Look = { side: 224, margin: 0.4 }
const widest: Look = { side: 224, margin: 0.8 }
/** Detects small faces; too slow for live video. */
const closest: Look = { side: 640, margin: 0 }

/** Lists the passes to try. Each row runs only when the rows before it have found no face with a sufficient score. */
export const looks = {
  live: [
    [quick, around],
    [closer, wider],
  ],
  still: [[quick, around, closer], [wider, widest], [closest]],
} as const

export interface Seen {
  /** Faces with a sufficient score, the largest first, in pixels of the picture. */
  faces: Box[]
  /** At least one detection may be a face. */
  doubtful: boolean
  /** Measured on the largest face. */
  light?: Light
  /** Mean grey of the whole picture, 0 to 255. */
  brightness: number
}

/** Runs the rows of passes until one finds faces. */
export function lookForFaces(network: TinyFace, picture: Pixels, rows: readonly (readonly Look[])[]): Seen {
  let doubtful = false
  const brightness = measureBrightness(picture)
  for (const row of rows) {
    const found = withoutDoubles(row.flatMap((look) => facesInLook(network, picture, look)))
    doubtful ||= found.length > 0
    const faces = countingFaces(found)
    if (faces[0]) return { faces, doubtful, brightness, light: measureLight(picture, faces[0]) }
  }
  return { faces: [], doubtful, brightness }
}

function facesInLook(network: TinyFace, picture: Pixels, { side, margin }: Look): Face[] {
  const long = Math.max(picture.width, picture.height)
  const around = Math.round(long * margin)
  const scale = side / (long + 2 * around)
  // rounded to whole cells; the excess is filled with the edge colour
  const cells = (length: number) => Math.ceil(((length + 2 * around) * scale) / cellSide - 0.01) * cellSide
  const [width, height] = [cells(picture.width), cells(picture.height)]
  const part = { x: -around, y: -around, width: width / scale, height: height / scale }
  return decodeFaces(network(resample(picture, part, width, height)), doubtfulScore).map(
    ({ box, score }) => ({
      score,
      box: {
        x: box.x / scale - around,
        y: box.y / scale - around,
        width: box.width / scale,
        height: box.height / scale,
      },
    }),
  )
}

function countingFaces(found: readonly Face[]): Box[] {
  const boxes = found.filter(({ score }) => score >= sureScore).map(({ box }) => box)
  const [first, ...others] = boxes.sort((a, b) => computeArea(b) - computeArea(a))
  if (!first) return []
  return [
    first,
    ...others.filter(
      (other) =>
        computeArea(other) >= computeArea(first) * secondFaceShare &&
        sharedArea(other, first) < computeArea(other) * sameFaceShare,
    ),
  ]
}
