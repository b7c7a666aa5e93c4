import sharp from 'sharp'

/**
 * Reads the upright size of a picture in pixels from its header, without decoding it.
 *
 * @throws Error for bytes that are no picture
 */
export async function readPictureSize(bytes: Uint8Array): Promise<{ width: number; height: number }> {
  const { autoOrient } = await sharp(bytes, { failOn: 'none', limitInputPixels: false }).metadata()
  return { width: autoOrient.width, height: autoOrient.height }
}
