import { areaOf, type Box, type Face, facesOf, sharedArea, withoutDoubles } from './boxes.ts'
import { brightnessOf, type Light, lightOf } from './measure.ts'
import { resample } from './resample.ts'
import { cellSide, type Pixels, type TinyFace } from './tiny-face.ts'

/** Less sure than this is no face at all. */
const doubtfulScore = 0.2
const sureScore = 0.5
/** A second face this large, relative to the area of the first, may be the one that is meant. */
const secondFaceShare = 0.25
/** More than this of it inside the first one, and it is the same face seen twice. */
const sameFaceShare = 0.4

interface Look {
  /** The long side of what the network looks at, in pixels. */
  side: number
  /** Set around the picture in its edge colours, in shares of its long side. */
  margin: number
}

const quick: Look = { side: 224, margin: 0 }
/** Faces at the edge are seen better with something around them. */
const around: Look = { side: 224, margin: 0.15 }
const closer: Look = { side: 320, margin: 0.15 }
/** A face that fills the picture is seen only from farther away. */
const wider: Look = { side: 224, margin: 0.4 }
const widest: Look = { side: 224, margin: 0.8 }
/** Small faces; too slow for a moving picture. */
const closest: Look = { side: 640, margin: 0 }

/** Each row is looked at only when those before it have found no sure face. */
export const looks = {
  live: [
    [quick, around],
    [closer, wider],
  ],
  still: [[quick, around, closer], [wider, widest], [closest]],
} as const

export interface Seen {
  /** Sure faces that count, the largest first, in pixels of the picture. */
  faces: Box[]
  /** There is something that may be a face. */
  doubtful: boolean
  /** Of the largest face. */
  light?: Light
  /** Mean grey of all that is in the picture, 0 to 255. */
  brightness: number
}

/** Looks for the faces of a picture until some are found. */
export function lookForFaces(network: TinyFace, picture: Pixels, rows: readonly (readonly Look[])[]): Seen {
  let doubtful = false
  const brightness = brightnessOf(picture)
  for (const row of rows) {
    const found = withoutDoubles(row.flatMap((look) => facesInLook(network, picture, look)))
    doubtful ||= found.length > 0
    const faces = countingFaces(found)
    if (faces[0]) return { faces, doubtful, brightness, light: lightOf(picture, faces[0]) }
  }
  return { faces: [], doubtful, brightness }
}

function facesInLook(network: TinyFace, picture: Pixels, { side, margin }: Look): Face[] {
  const long = Math.max(picture.width, picture.height)
  const around = Math.round(long * margin)
  const scale = side / (long + 2 * around)
  // whole cells; what is too much shows the edge going on
  const cells = (length: number) => Math.ceil(((length + 2 * around) * scale) / cellSide - 0.01) * cellSide
  const [width, height] = [cells(picture.width), cells(picture.height)]
  const part = { x: -around, y: -around, width: width / scale, height: height / scale }
  return facesOf(network(resample(picture, part, width, height)), doubtfulScore).map(({ box, score }) => ({
    score,
    box: {
      x: box.x / scale - around,
      y: box.y / scale - around,
      width: box.width / scale,
      height: box.height / scale,
    },
  }))
}

function countingFaces(found: readonly Face[]): Box[] {
  const boxes = found.filter(({ score }) => score >= sureScore).map(({ box }) => box)
  const [first, ...others] = boxes.sort((a, b) => areaOf(b) - areaOf(a))
  if (!first) return []
  return [
    first,
    ...others.filter(
      (other) =>
        areaOf(other) >= areaOf(first) * secondFaceShare &&
        sharedArea(other, first) < areaOf(other) * sameFaceShare,
    ),
  ]
}
