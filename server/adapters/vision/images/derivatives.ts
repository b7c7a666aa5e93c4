import sharp from 'sharp'
import type { Shrinker, SmallPicture } from '../../../features/orders/ports.ts'
import type { Derivative } from '../../../features/photos/ports.ts'
import type { Bitmap } from './bitmap.ts'
import { decodePhoto } from './decode.ts'
import { chooseLevel, makePyramid, type Pyramid, shrinkBitmap } from './pyramid.ts'
import { addWatermark } from './watermark.ts'

/** Uses JPEG, which messengers support. A smaller format would take a tenth more time per photo. */
const previewOptions = { longSide: 1280, quality: 78, style: { letterHeight: 0.038, opacity: 0.38 } }
/** Shown by the hundred, so WebP: a third smaller for a few milliseconds. */
const thumbOptions = { longSide: 400, quality: 76, effort: 3, style: { letterHeight: 0.06, opacity: 0.25 } }
/** For tiles on screens with a pixel ratio of 2, instead of the preview, which is three times as large. */
const mediumOptions = { longSide: 640, quality: 72, effort: 3, style: { letterHeight: 0.05, opacity: 0.3 } }
/** For slow networks. Made from the watermarked thumb, so it is watermarked as well. */
const tinyOptions = { longSide: 280, quality: 40, effort: 2 }
const placeholderSide = 8

export interface Derivatives {
  preview: Derivative
  /** Absent for a photo that is no longer than the thumb. */
  medium?: Derivative
  thumb: Derivative
  tiny: Derivative
  placeholder: string
}

function toSharp({ data, width, height }: Bitmap) {
  return sharp(data, { raw: { width, height, channels: 3 } })
}

async function encodePreview(markedBitmap: Bitmap): Promise<Derivative> {
  const bytes = await toSharp(markedBitmap).jpeg({ quality: previewOptions.quality }).toBuffer()
  return { bytes, mime: 'image/jpeg', width: markedBitmap.width, height: markedBitmap.height }
}

async function encodeWebp(picture: Bitmap, { quality, effort }: typeof thumbOptions): Promise<SmallPicture> {
  const bytes = await toSharp(picture).webp({ quality, effort }).toBuffer()
  return { bytes, mime: 'image/webp', width: picture.width, height: picture.height }
}

async function encodeTiny(markedBitmap: Bitmap): Promise<Derivative> {
  const { longSide, quality, effort } = tinyOptions
  const { data, info } = await toSharp(markedBitmap)
    .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, mime: 'image/webp', width: info.width, height: info.height }
}

const toSmallBitmap = (photo: Pyramid) =>
  shrinkBitmap(chooseLevel(photo, thumbOptions.longSide).bitmap, thumbOptions.longSide)

/**
 * Makes the thumb without watermark, for buyers of the photo.
 *
 * @throws {ImageRejected} when the bytes are not a supported picture
 */
export async function makeUnwatermarkedThumb(bytes: Uint8Array): Promise<SmallPicture> {
  const { bitmap } = await decodePhoto(bytes)
  return encodeWebp(await toSmallBitmap(await makePyramid(bitmap)), thumbOptions)
}

/** Shrinks in the calling thread. */
export const shrinker: Shrinker = { shrink: makeUnwatermarkedThumb }

/** Makes all pictures that are shown before purchase. They are encoded from pixels, so they contain no metadata. */
export async function makeDerivatives(photo: Pyramid, watermarkText: string): Promise<Derivatives> {
  const largeBitmap = await shrinkBitmap(
    chooseLevel(photo, previewOptions.longSide).bitmap,
    previewOptions.longSide,
  )
  const smallBitmap = await toSmallBitmap(photo)
  const placeholderBytes = await toSharp(smallBitmap)
    .resize({ width: placeholderSide, height: placeholderSide, fit: 'inside' })
    .webp({ quality: 40, effort: 0 })
    .toBuffer()
  const mediumBitmap = await shrinkBitmap(
    chooseLevel(photo, mediumOptions.longSide).bitmap,
    mediumOptions.longSide,
  )
  const isLarger = Math.max(mediumBitmap.width, mediumBitmap.height) > thumbOptions.longSide
  const markedSmall = await addWatermark(smallBitmap, watermarkText, thumbOptions.style)
  return {
    preview: await encodePreview(await addWatermark(largeBitmap, watermarkText, previewOptions.style)),
    ...(isLarger && {
      medium: await encodeWebp(
        await addWatermark(mediumBitmap, watermarkText, mediumOptions.style),
        mediumOptions,
      ),
    }),
    thumb: await encodeWebp(markedSmall, thumbOptions),
    tiny: await encodeTiny(markedSmall),
    placeholder: `data:image/webp;base64,${placeholderBytes.toString('base64')}`,
  }
}
