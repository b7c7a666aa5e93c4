import sharp from 'sharp'
import { type Bitmap, extractRegion, type Similarity, type Size } from './bitmap.ts'

const sidesInPixels = [1280, 640]

/** Represents a photo at full and at smaller sizes. Frames and boxes are always in pixels of the full one. */
export interface Pyramid {
  full: Bitmap
  /** Largest first, including the full photo. `scale` is relative to the full one. */
  levels: { bitmap: Bitmap; scale: number }[]
}

/** Shrinks a picture to a long side in pixels. Returns a smaller one unchanged. */
export async function shrinkBitmap(picture: Bitmap, longSide: number): Promise<Bitmap> {
  const { data, width, height } = picture
  if (Math.max(width, height) <= longSide) return picture
  const result = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize({ width: longSide, height: longSide, fit: 'inside', kernel: 'cubic' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data: result.data, width: result.info.width, height: result.info.height }
}

/** Builds a pyramid. Each level is made from the previous one, so the large photo is read only once. */
export async function makePyramid(full: Bitmap): Promise<Pyramid> {
  const levels = [{ bitmap: full, scale: 1 }]
  let previousLevel = full
  for (const side of sidesInPixels) {
    const bitmap = await shrinkBitmap(previousLevel, side)
    if (bitmap !== previousLevel) levels.push({ bitmap, scale: bitmap.width / full.width })
    previousLevel = bitmap
  }
  return { full, levels }
}

/** Returns the smallest level that is at least `longSide` pixels long, or the full photo. */
export function chooseLevel({ levels }: Pyramid, longSide: number): Pyramid['levels'][number] {
  const [full = { bitmap: { data: new Uint8Array(), width: 0, height: 0 }, scale: 1 }] = levels
  return levels.findLast(({ bitmap }) => Math.max(bitmap.width, bitmap.height) >= longSide) ?? full
}

/** Works like `extractRegion`, on the level that needs the fewest samples without losing detail. */
export function extractFromPyramid(
  { full, levels }: Pyramid,
  frame: Similarity,
  size: Size,
  target: Uint8Array,
  offset = 0,
): void {
  const step = Math.hypot(frame.a, frame.b)
  const { bitmap, scale } = levels.findLast((level) => step * level.scale >= 1) ?? { bitmap: full, scale: 1 }
  const halfPixelOffset = (scale - 1) / 2
  const scaledFrame = {
    a: frame.a * scale,
    b: frame.b * scale,
    dx: frame.dx * scale + halfPixelOffset,
    dy: frame.dy * scale + halfPixelOffset,
  }
  extractRegion(bitmap, scaledFrame, size, target, offset)
}
