import sharp, { type Sharp } from 'sharp'
import type { Point } from '../../server/adapters/vision/faces/landmarks.ts'
import type { Bitmap } from '../../server/adapters/vision/images/bitmap.ts'
import type { Box } from '../../server/features/photos/ports.ts'

/** A face in a picture of the person. */
export interface LocatedFace {
  readonly box: Box
  /** 68 points as from `detectLandmarks`. */
  readonly points: readonly Point[]
}

/** A picture that was made worse, and the middle of the face in it. */
export interface DegradedPicture {
  readonly bitmap: Bitmap
  readonly middle: Point
}

/** Imitates on a good picture what a race does to a photo of a face. */
export interface Condition {
  readonly name: string
  degrade(picture: Bitmap, face: LocatedFace): Promise<DegradedPicture>
}

/** Side of a photo around a small face: the detector shrinks the photo, and the face with it. */
const photoSize = { width: 1600, height: 1067 } as const
const grey = '#808080'

const openBitmap = ({ data, width, height }: Bitmap) => sharp(data, { raw: { width, height, channels: 3 } })

async function toBitmap(pipeline: Sharp): Promise<Bitmap> {
  const { data, info } = await pipeline
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

function getMiddle({ x, y, width, height }: Box): Point {
  return [x + width / 2, y + height / 2]
}

/** Creates a condition that changes the picture in place. */
function createFilter(name: string, filter: (picture: Sharp, face: LocatedFace) => Sharp): Condition {
  return {
    name,
    degrade: async (picture, face) => ({
      bitmap: await toBitmap(filter(openBitmap(picture), face)),
      middle: getMiddle(face.box),
    }),
  }
}

/** Creates a condition in which the long side of the face has a size in pixels, in the middle of a photo of 1600 px. */
function createSizeCondition(sizeInPixels: number): Condition {
  return {
    name: `face of ${sizeInPixels} px`,
    async degrade(picture, { box }) {
      const scale = sizeInPixels / Math.max(box.width, box.height)
      const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
      const [left, top] = [
        Math.round((photoSize.width - width) / 2),
        Math.round((photoSize.height - height) / 2),
      ]
      const input = await openBitmap(picture).resize(width, height, { fit: 'fill' }).png().toBuffer()
      const canvas = sharp({ create: { ...photoSize, channels: 3, background: grey } })
      const [x, y] = getMiddle(box)
      return {
        bitmap: await toBitmap(canvas.composite([{ input, left, top }])),
        middle: [left + x * scale, top + y * scale],
      }
    },
  }
}

/** Returns the middle of one eye, of which `first` is the first of six points. */
function getEye(points: readonly Point[], first: number): Point {
  const eye = points.slice(first, first + 6)
  return [
    eye.reduce((sum, [x]) => sum + x, 0) / eye.length,
    eye.reduce((sum, [, y]) => sum + y, 0) / eye.length,
  ]
}

/** Draws a dark bar over both eyes, as wide as the face, like sunglasses. */
function coverEyes(picture: Sharp, { box, points }: LocatedFace, { width, height }: Bitmap): Sharp {
  const [[leftX, leftY], [rightX, rightY]] = [getEye(points, 36), getEye(points, 42)]
  const eyeDistance = Math.hypot(rightX - leftX, rightY - leftY)
  const [barWidth, barHeight] = [Math.max(box.width * 0.9, eyeDistance * 2), eyeDistance * 0.6]
  const [x, y] = [(leftX + rightX) / 2, (leftY + rightY) / 2]
  const angle = (Math.atan2(rightY - leftY, rightX - leftX) * 180) / Math.PI
  const bar = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect x="${x - barWidth / 2}" y="${y - barHeight / 2}" width="${barWidth}" height="${barHeight}" rx="${barHeight / 3}"
      fill="#15151a" transform="rotate(${angle} ${x} ${y})"/></svg>`
  return picture.composite([{ input: Buffer.from(bar) }])
}

/** Lists the conditions, the good picture first. */
export const conditions: readonly Condition[] = [
  {
    name: 'as it is',
    degrade: (bitmap, { box }) => Promise.resolve({ bitmap, middle: getMiddle(box) }),
  },
  createSizeCondition(60),
  createSizeCondition(40),
  createSizeCondition(32),
  // the standard deviation of a kernel of 9 px in OpenCV
  createFilter('blur over 9 px', (picture) => picture.blur(1.7)),
  createFilter('a quarter of the light', (picture) => picture.linear(0.25, 0)),
  {
    name: 'sunglasses',
    degrade: async (picture, face) => ({
      bitmap: await toBitmap(coverEyes(openBitmap(picture), face, picture)),
      middle: getMiddle(face.box),
    }),
  },
]
