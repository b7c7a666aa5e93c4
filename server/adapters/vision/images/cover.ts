import sharp, { type Sharp } from 'sharp'
import type { CoverMaker, EncodedPicture } from '../../../features/events/ports.ts'
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
    const resizeTo = (width: number) => createResized(bitmap, width)
    // JPEG is supported by all messengers
    const large = resizeTo(largeWidth).jpeg({ quality: 78, progressive: true })
    const small = resizeTo(smallWidth).webp({ quality: 68, effort: 4 })
    const placeholderBytes = await resizeTo(placeholderWidth).webp({ quality: 40, effort: 0 }).toBuffer()
    return {
      large: await encodePicture(large, 'image/jpeg'),
      small: await encodePicture(small, 'image/webp'),
      placeholder: `data:image/webp;base64,${placeholderBytes.toString('base64')}`,
    }
  },
}

const createResized = ({ data, width, height }: Bitmap, maxWidth: number) =>
  sharp(data, { raw: { width, height, channels: 3 } }).resize({ width: maxWidth, withoutEnlargement: true })

async function encodePicture(picture: Sharp, mime: string): Promise<EncodedPicture> {
  const { data: bytes, info } = await picture.toBuffer({ resolveWithObject: true })
  return { bytes, mime, width: info.width, height: info.height }
}
