import { createHash } from 'node:crypto'
import type { Bitmap } from './bitmap.ts'
import { decodePhoto } from './decode.ts'
import { detectFileType } from './file-type.ts'

const [startOfScan, endOfImage, quantisation] = [0xda, 0xd9, 0xdb]
/** Markers of frames, SOF0 to SOF15, without the three of their range that are tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7

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
  let at = 2
  let scans = 0
  while (at + 4 <= jpeg.length) {
    if (jpeg[at] !== 0xff) return undefined
    const marker = jpeg[at + 1] ?? 0
    if (marker === endOfImage) break
    // fill bytes may precede a marker
    if (marker === 0xff) {
      at++
      continue
    }
    const end = at + 2 + jpeg.readUInt16BE(at + 2)
    if (isFrame(marker) || marker === quantisation || marker === startOfScan)
      hash.update(jpeg.subarray(at + 4, end))
    at = end
    if (marker !== startOfScan) continue
    at = findEndOfScan(jpeg, end)
    hash.update(jpeg.subarray(end, at))
    scans++
  }
  return scans > 0 ? hash.digest('hex') : undefined
}

/** Returns the position of the next marker; zeros after 0xff and restarts belong to the scan. */
function findEndOfScan(jpeg: Buffer, start: number): number {
  for (let at = jpeg.indexOf(0xff, start); at >= 0; at = jpeg.indexOf(0xff, at + 1)) {
    const next = jpeg[at + 1]
    if (next !== undefined && next !== 0 && next !== 0xff && !isRestart(next)) return at
  }
  return jpeg.length
}
