import exifr from 'exifr'
import { makeRgbProfile } from './rgb-profile.ts'

const adobeRgb = makeRgbProfile(
  { red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06], white: [0.3127, 0.329] },
  563 / 256,
)

const toText = (value: unknown) => (typeof value === 'string' ? value : '')

const parserOptions = { exif: true, interop: true, reviveValues: false, translateValues: false }

/** Returns whether the interoperability index (DCF) or the colour space, as some cameras write it, names Adobe RGB. */
async function isAdobeRgb(exif: Uint8Array): Promise<boolean> {
  try {
    const tags: { ColorSpace?: unknown; InteropIndex?: unknown } | undefined = await exifr.parse(
      exif,
      parserOptions,
    )
    return toText(tags?.InteropIndex).startsWith('R03') || tags?.ColorSpace === 2
  } catch {
    return false
  }
}

/**
 * Embeds the profile of Adobe RGB (1998) in a JPEG whose camera recorded that space in EXIF alone, as most do. Returns other
 * files unchanged.
 *
 * @param exif EXIF of the file without an ICC profile
 */
export async function tagAdobeRgb(jpeg: Uint8Array, exif: Uint8Array | undefined): Promise<Uint8Array> {
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return jpeg
  if (!exif || !(await isAdobeRgb(removeExifPrefix(exif)))) return jpeg
  const name = Buffer.from('ICC_PROFILE\0\x01\x01', 'latin1')
  const segmentHeader = Buffer.from([0xff, 0xe2, 0, 0])
  segmentHeader.writeUInt16BE(2 + name.length + adobeRgb.length, 2)
  return Buffer.concat([jpeg.subarray(0, 2), segmentHeader, name, adobeRgb, jpeg.subarray(2)])
}

/** Removes the `Exif` prefix, which the parser takes for the start of a JPEG segment. */
function removeExifPrefix(exif: Uint8Array): Uint8Array {
  return Buffer.from(exif.subarray(0, 4)).toString('latin1') === 'Exif' ? exif.subarray(6) : exif
}
