import sharp from 'sharp'
import { ImageRejected, maxPhotoPixels } from '../../../features/photos/ports.ts'
import type { Bitmap } from './bitmap.ts'
import { detectFileType, type PhotoMime } from './file-type.ts'
import { readHeic } from './heic/read-heic.ts'
import { toTiff } from './heic/to-tiff.ts'
import { buildCodePointProfile } from './profiles/code-points.ts'
import { tagAdobeRgb } from './profiles/tag-adobe-rgb.ts'
import { tagPng } from './profiles/tag-png.ts'

/**
 * Limits the pixels that are decoded of a photo: 150 MB as RGB. Larger photos are halved while they are read, which leaves at
 * least 12 million pixels, more than the analysis uses.
 */
const maxDecodedPixels = 50_000_000

export interface DecodedPhoto {
  mime: PhotoMime
  /** Upright, in sRGB; halved when the photo is larger than 50 million pixels. */
  bitmap: Bitmap
  /** Upright size of the original in pixels. */
  width: number
  height: number
}

/** Accepts a broken marker inside the file, but not a truncated file. */
const sharpOptions = { failOn: 'truncated', limitInputPixels: false } as const

/** Converts any file that sharp reads: profile to sRGB, upright, on white, 8 bits. The only path to pixels. */
async function decodeWithSharp(bytes: Uint8Array, maxPixels: number): Promise<Omit<DecodedPhoto, 'mime'>> {
  const { format, icc, exif, depth, autoOrient } = await sharp(bytes, sharpOptions).metadata()
  const { width, height } = autoOrient
  if (width * height > maxPixels) throw new ImageRejected('TooManyPixels')
  const taggedBytes = format === 'png' ? tagPng(bytes) : icc ? bytes : await tagAdobeRgb(bytes, exif)
  const picture = sharp(taggedBytes, { ...sharpOptions, sequentialRead: true }).autoOrient()
  if (width * height > maxDecodedPixels) picture.resize({ width: Math.ceil(width / 2) })
  // sharp converts profiles of 16-bit files to Display P3, and to another space only by this option
  if (depth === 'ushort' && (icc || taggedBytes !== bytes)) picture.withIccProfile('srgb', { attach: false })
  const { data, info } = await picture
    .flatten({ background: '#fff' })
    .toColourspace('srgb')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  return { bitmap: { data, width: info.width, height: info.height }, width, height }
}

/** Decodes a HEIC to a TIFF in its colour space. The pixels of the decoder are released when it returns. */
function convertHeicToTiff(bytes: Uint8Array, maxPixels: number) {
  const pixels = readHeic(bytes, { maxPixels, maxDecodedPixels })
  const icc = pixels.icc ?? (pixels.codePoints && buildCodePointProfile(pixels.codePoints))
  return { tiff: toTiff(pixels, icc), original: pixels.original }
}

/** Decodes a HEIC, whose codec sharp lacks, and hands its pixels to sharp for the colours. */
async function decodeHeic(bytes: Uint8Array, maxPixels: number): Promise<Omit<DecodedPhoto, 'mime'>> {
  const { tiff, original } = convertHeicToTiff(bytes, maxPixels)
  return { ...(await decodeWithSharp(tiff, maxPixels)), ...original }
}

/**
 * Decodes a picture to upright sRGB pixels.
 *
 * @param maxPixels limit, checked in the header of the file
 * @throws {ImageRejected} before decoding when it is no picture or has too many pixels
 */
export async function decodePhoto(bytes: Uint8Array, maxPixels = maxPhotoPixels): Promise<DecodedPhoto> {
  const mime = detectFileType(bytes)
  if (!mime) throw new ImageRejected('NotAnImage')
  try {
    const decode = mime === 'image/heic' ? decodeHeic : decodeWithSharp
    return { mime, ...(await decode(bytes, maxPixels)) }
  } catch (error) {
    if (error instanceof ImageRejected) throw error
    throw new ImageRejected('ImageDamaged', { cause: error })
  }
}
