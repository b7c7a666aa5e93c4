import sharp from 'sharp'
import type { Thumbnailer } from '../../../features/mailing/ports.ts'
import type { Shrinker } from '../../../features/orders/ports.ts'

/** Covers a quarter of a letter's width at a pixel ratio of 2. JPEG, since some mail programs support nothing newer. */
const size = { width: 280, height: 210 }
const quality = 58

/** Creates the thumbnails of letters. The shrinker does the expensive part in a worker process. */
export const createThumbnailer = (shrinker: Shrinker): Thumbnailer => ({
  async make(original) {
    const { bytes } = await shrinker.shrink(original)
    const position = sharp.strategy.attention
    return sharp(bytes)
      .resize({ ...size, fit: 'cover', position })
      .jpeg({ quality })
      .toBuffer()
  },
})
