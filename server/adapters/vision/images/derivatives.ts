import sharp from 'sharp'
import type { Shrinker, SmallPicture } from '../../../features/orders/ports.ts'
import type { Derivative } from '../../../features/photos/ports.ts'
import type { Bitmap } from './bitmap.ts'
import { decodePhoto } from './decode.ts'
import { chooseLevel, makePyramid, type Pyramid, shrink } from './pyramid.ts'
import { addWatermark } from './watermark.ts'

/** Uses JPEG, which messengers support. A smaller format would take a tenth more time per photo. */
const preview = { longSide: 1280, quality: 78, style: { letterHeight: 0.038, opacity: 0.38 } }
/** Shown by the hundred, so WebP: a third smaller for a few milliseconds. */
const thumb = { longSide: 400, quality: 76, effort: 3, style: { letterHeight: 0.06, opacity: 0.25 } }
/** For tiles on screens with a pixel ratio of 2, instead of the preview, which is three times as large. */
const medium = { longSide: 640, quality: 72, effort: 3, style: { letterHeight: 0.05, opacity: 0.3 } }
/** For slow networks. Made from the watermarked thumb, so it is watermarked as well. */
const tiny = { longSide: 280, quality: 40, effort: 2 }
const placeholderSide = 8

export interface Derivatives {
  preview: Derivative
  /** Absent for a photo that is no longer than the thumb. */
  medium?: Derivative
  thumb: Derivative
  tiny: Derivative
  placeholder: string
}

function open({ data, width, height }: Bitmap) {
  return sharp(data, { raw: { width, height, channels: 3 } })
}

async function encodePreview(marked: Bitmap): Promise<Derivative> {
  const bytes = await open(marked).jpeg({ quality: preview.quality }).toBuffer()
  return { bytes, mime: 'image/jpeg', width: marked.width, height: marked.height }
}

async function encodeWebp(picture: Bitmap, { quality, effort }: typeof thumb): Promise<SmallPicture> {
  const bytes = await open(picture).webp({ quality, effort }).toBuffer()
  return { bytes, mime: 'image/webp', width: picture.width, height: picture.height }
}

async function encodeTiny(marked: Bitmap): Promise<Derivative> {
  const { longSide, quality, effort } = tiny
  const { data, info } = await open(marked)
    .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, mime: 'image/webp', width: info.width, height: info.height }
}

const toSmallBitmap = (photo: Pyramid) => shrink(chooseLevel(photo, thumb.longSide).bitmap, thumb.longSide)

/**
 * Makes the thumb without watermark, for buyers of the photo.
 *
 * @throws {ImageRejected} when the bytes are not a supported picture
 */
export async function makeCleanThumb(bytes: Uint8Array): Promise<SmallPicture> {
  const { bitmap } = await decodePhoto(bytes)
  return encodeWebp(await toSmallBitmap(await makePyramid(bitmap)), thumb)
}

/** Shrinks in the calling thread. */
export const shrinker: Shrinker = { shrink: makeCleanThumb }

/** Makes all pictures that are shown before purchase. They are encoded from pixels, so they contain no metadata. */
export async function makeDerivatives(photo: Pyramid, watermarkText: string): Promise<Derivatives> {
  const large = await shrink(chooseLevel(photo, preview.longSide).bitmap, preview.longSide)
  const small = await toSmallBitmap(photo)
  const dots = await open(small)
    .resize({ width: placeholderSide, height: placeholderSide, fit: 'inside' })
    .webp({ quality: 40, effort: 0 })
    .toBuffer()
  const middle = await shrink(chooseLevel(photo, medium.longSide).bitmap, medium.longSide)
  const isLarger = Math.max(middle.width, middle.height) > thumb.longSide
  const markedSmall = await addWatermark(small, watermarkText, thumb.style)
  return {
    preview: await encodePreview(await addWatermark(large, watermarkText, preview.style)),
    ...(isLarger && {
      medium: await encodeWebp(await addWatermark(middle, watermarkText, medium.style), medium),
    }),
    thumb: await encodeWebp(markedSmall, thumb),
    tiny: await encodeTiny(markedSmall),
    placeholder: `data:image/webp;base64,${dots.toString('base64')}`,
  }
}
