import { createHash } from 'node:crypto'
import type { Bitmap } from './bitmap.ts'
import { decodePhoto } from './decode.ts'
import { detectFileType } from './file-type.ts'

const [startOfScan, endOfImage, quantisation] = [0xda, 0xd9, 0xdb]
/** Markers of frames, SOF0 to SOF15, without the three of their range that are tables. */
const isFrameMarker = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isRestartMarker = (marker: number) => marker >= 0xd0 && marker <= 0xd7

/**
 * Hashes a picture without its metadata: two files with the same hash show the same picture. Of a JPEG these are the frame, the
 * quantisation and the entropy-coded data of the first image; of other formats the decoded pixels.
 *
 * @returns undefined for bytes that are no picture or damaged
 */
export async function hashPicture(bytes: Uint8Array): Promise<string | undefined> {
  if (detectFileType(bytes) === 'image/jpeg')
    return hashScans(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length))
  try {
    return hashPixels((await decodePhoto(bytes)).bitmap)
  } catch {
    return undefined
  }
}

function hashPixels({ data, width, height }: Bitmap): string {
  return createHash('sha256').update(`pixels ${width} ${height} `).update(data).digest('hex')
}

function hashScans(jpeg: Buffer): string | undefined {
  const hash = createHash('sha256').update('jpeg ')
  let position = 2
  let scans = 0
  while (position + 4 <= jpeg.length) {
    if (jpeg[position] !== 0xff) return undefined
    const marker = jpeg[position + 1] ?? 0
    if (marker === endOfImage) break
    // fill bytes may precede a marker
    if (marker === 0xff) {
      position++
      continue
    }
    const end = position + 2 + jpeg.readUInt16BE(position + 2)
    if (isFrameMarker(marker) || marker === quantisation || marker === startOfScan)
      hash.update(jpeg.subarray(position + 4, end))
    position = end
    if (marker !== startOfScan) continue
    position = findEndOfScan(jpeg, end)
    hash.update(jpeg.subarray(end, position))
    scans++
  }
  return scans > 0 ? hash.digest('hex') : undefined
}

/** Returns the position of the next marker; zeros after 0xff and restarts belong to the scan. */
function findEndOfScan(jpeg: Buffer, start: number): number {
  for (let position = jpeg.indexOf(0xff, start); position >= 0; position = jpeg.indexOf(0xff, position + 1)) {
    const next = jpeg[position + 1]
    if (next !== undefined && next !== 0 && next !== 0xff && !isRestartMarker(next)) return position
  }
  return jpeg.length
}
