/** Describes the size of a picture in pixels. */
export interface PictureSize {
  readonly width: number
  readonly height: number
}

/**
 * Returns the width and height of a PNG, JPEG, WebP or SVG from its first bytes.
 *
 * @returns undefined for other formats, and when the file does not state its size
 */
export function readPictureSize(bytes: Uint8Array): PictureSize | undefined {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.length < 30) return undefined
  if (buffer.toString('latin1', 1, 4) === 'PNG')
    return toSize(buffer.readUInt32BE(16), buffer.readUInt32BE(20))
  if (buffer.readUInt16BE(0) === 0xffd8) return readJpegSize(buffer)
  if (buffer.toString('latin1', 8, 12) === 'WEBP') return readWebpSize(buffer)
  return readSvgSize(buffer.toString('utf8', 0, 4000))
}

const toSize = (width: number, height: number) => (width > 0 && height > 0 ? { width, height } : undefined)

/** The frame header (ITU-T T.81, B.2.2) follows segments of any length. */
function readJpegSize(buffer: Buffer): PictureSize | undefined {
  let offset = 2
  while (offset + 9 < buffer.length) {
    const marker = buffer.readUInt16BE(offset)
    if (marker < 0xff01) return undefined
    const isFrame = marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)
    if (isFrame) return toSize(buffer.readUInt16BE(offset + 7), buffer.readUInt16BE(offset + 5))
    offset += 2 + buffer.readUInt16BE(offset + 2)
  }
  return undefined
}

/** RFC 9649: lossy, lossless and extended files store the size at different positions. */
function readWebpSize(buffer: Buffer): PictureSize | undefined {
  const kind = buffer.toString('latin1', 12, 16)
  if (kind === 'VP8X') return toSize(buffer.readUIntLE(24, 3) + 1, buffer.readUIntLE(27, 3) + 1)
  if (kind === 'VP8 ') return toSize(buffer.readUInt16LE(26) & 0x3fff, buffer.readUInt16LE(28) & 0x3fff)
  if (kind !== 'VP8L') return undefined
  const bits = buffer.readUInt32LE(21)
  return toSize((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1)
}

function readSvgSize(text: string): PictureSize | undefined {
  const [, attributes] = /<svg\b([^>]*)>/.exec(text) ?? []
  if (attributes === undefined) return undefined
  const readNumber = (name: string) =>
    Number(new RegExp(`(?:^|\\s)${name}="([\\d.]+)(?:px)?"`).exec(attributes)?.[1] ?? Number.NaN)
  const [, , width, height] = (/viewBox="([^"]+)"/.exec(attributes)?.[1] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  return toSize(width ?? readNumber('width'), height ?? readNumber('height'))
}
