import sharp, { type Sharp } from 'sharp'
import type { CoverMaker, MadePicture } from '../../../features/events/ports.ts'
import type { Bitmap } from './bitmap.ts'
import { decodePhoto } from './decode.ts'

/** Equals the width of a cover on a desktop, times the most common pixel ratio. */
const largeWidth = 1600
const smallWidth = 828
const placeholderWidth = 24

/** Makes covers without a watermark: they belong to the organizer. */
export const coverMaker: CoverMaker = {
  async makeCover(bytes) {
    const { bitmap } = await decodePhoto(bytes)
    const within = (width: number) => shrunk(bitmap, width)
    // JPEG is supported by all messengers
    const large = within(largeWidth).jpeg({ quality: 78, progressive: true })
    const small = within(smallWidth).webp({ quality: 68, effort: 4 })
    const dots = await within(placeholderWidth).webp({ quality: 40, effort: 0 }).toBuffer()
    return {
      large: await made(large, 'image/jpeg'),
      small: await made(small, 'image/webp'),
      placeholder: `data:image/webp;base64,${dots.toString('base64')}`,
    }
  },
}

const shrunk = ({ data, width, height }: Bitmap, within: number) =>
  sharp(data, { raw: { width, height, channels: 3 } }).resize({ width: within, withoutEnlargement: true })

async function made(picture: Sharp, mime: string): Promise<MadePicture> {
  const { data: bytes, info } = await picture.toBuffer({ resolveWithObject: true })
  return { bytes, mime, width: info.width, height: info.height }
}
