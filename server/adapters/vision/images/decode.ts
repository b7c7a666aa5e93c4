import heicDecode from 'heic-decode'
import sharp from 'sharp'
import { ImageRejected } from '../../../features/photos/ports.ts'
import type { Bitmap } from './bitmap.ts'
import { detectFileType, type PhotoMime } from './file-type.ts'

/** Limits the size of a photo. Photographers' cameras have up to 50 megapixels. */
const maxPixelsOfPhoto = 50_000_000

export interface DecodedPhoto {
  mime: PhotoMime
  /** Full size and upright. */
  bitmap: Bitmap
}

/** Accepts a broken marker inside the file, but not a truncated file. */
const strictness = { failOn: 'truncated', limitInputPixels: false } as const

async function decodeHeic(bytes: Uint8Array, maxPixels: number): Promise<Bitmap> {
  const pictures = await heicDecode.all({ buffer: bytes })
  try {
    const [picture] = pictures
    if (!picture) throw new ImageRejected('ImageDamaged')
    if (picture.width * picture.height > maxPixels) throw new ImageRejected('TooManyPixels')
    const { data, width, height } = await picture.decode()
    const rgb = new Uint8Array(width * height * 3)
    for (let from = 0, to = 0; to < rgb.length; from += 4, to += 3) {
      rgb[to] = data[from] ?? 0
      rgb[to + 1] = data[from + 1] ?? 0
      rgb[to + 2] = data[from + 2] ?? 0
    }
    return { data: rgb, width, height }
  } finally {
    pictures.dispose()
  }
}

async function decodeWithSharp(bytes: Uint8Array, maxPixels: number): Promise<Bitmap> {
  const { width, height } = await sharp(bytes, strictness).metadata()
  if (width * height > maxPixels) throw new ImageRejected('TooManyPixels')
  const { data, info } = await sharp(bytes, { ...strictness, sequentialRead: true })
    .autoOrient()
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/**
 * Decodes a picture to upright RGB pixels.
 *
 * @param maxPixels limit, checked in the header of the file
 * @throws {ImageRejected} before decoding when it is no picture or has too many pixels
 */
export async function decodePhoto(bytes: Uint8Array, maxPixels = maxPixelsOfPhoto): Promise<DecodedPhoto> {
  const mime = detectFileType(bytes)
  if (!mime) throw new ImageRejected('NotAnImage')
  try {
    return {
      mime,
      bitmap: await (mime === 'image/heic'
        ? decodeHeic(bytes, maxPixels)
        : decodeWithSharp(bytes, maxPixels)),
    }
  } catch (error) {
    if (error instanceof ImageRejected) throw error
    throw new ImageRejected('ImageDamaged', { cause: error })
  }
}
