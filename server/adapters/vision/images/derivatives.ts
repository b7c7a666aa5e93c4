import sharp from 'sharp'
import type { Derivative } from '../../../features/photos/ports.ts'
import type { Bitmap } from './bitmap.ts'
import { levelOf, type Pyramid, shrink } from './pyramid.ts'
import { addWatermark } from './watermark.ts'

/** JPEG: messengers show it too, and a smaller format would cost each photo a tenth of its time. */
const preview = { longSide: 1280, quality: 78, style: { letterHeight: 0.038, opacity: 0.38 } }
/** A hundred at a time, so WebP: a third smaller for some milliseconds. */
const thumb = { longSide: 400, quality: 76, effort: 3, style: { letterHeight: 0.06, opacity: 0.25 } }
/** For networks where every byte counts; made of the marked thumb, so it carries its mark. */
const tiny = { longSide: 280, quality: 40, effort: 2 }
const placeholderSide = 8

export interface Derivatives {
  preview: Derivative
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

async function encodeThumb(marked: Bitmap): Promise<Derivative> {
  const { quality, effort } = thumb
  const bytes = await open(marked).webp({ quality, effort }).toBuffer()
  return { bytes, mime: 'image/webp', width: marked.width, height: marked.height }
}

async function encodeTiny(marked: Bitmap): Promise<Derivative> {
  const { longSide, quality, effort } = tiny
  const { data, info } = await open(marked)
    .resize({ width: longSide, height: longSide, fit: 'inside', withoutEnlargement: true })
    .webp({ quality, effort })
    .toBuffer({ resolveWithObject: true })
  return { bytes: data, mime: 'image/webp', width: info.width, height: info.height }
}

/** Makes all pictures that are shown before buying. They start from pixels, so no metadata can come along. */
export async function makeDerivatives(photo: Pyramid, watermarkText: string): Promise<Derivatives> {
  const large = await shrink(levelOf(photo, preview.longSide).bitmap, preview.longSide)
  const small = await shrink(levelOf(photo, thumb.longSide).bitmap, thumb.longSide)
  const dots = await open(small)
    .resize({ width: placeholderSide, height: placeholderSide, fit: 'inside' })
    .webp({ quality: 40, effort: 0 })
    .toBuffer()
  const markedSmall = await addWatermark(small, watermarkText, thumb.style)
  return {
    preview: await encodePreview(await addWatermark(large, watermarkText, preview.style)),
    thumb: await encodeThumb(markedSmall),
    tiny: await encodeTiny(markedSmall),
    placeholder: `data:image/webp;base64,${dots.toString('base64')}`,
  }
}
