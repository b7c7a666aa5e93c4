import type { HeicPixels } from './read-heic.ts'

const types = { short: 3, long: 4, undefined: 7 } as const
const sizes = { [types.short]: 2, [types.long]: 4, [types.undefined]: 1 } as const
/** Rows per strip: the reader loads one strip at a time. */
const rowsPerStrip = 16
const headerSize = 8

interface Field {
  tag: number
  type: (typeof types)[keyof typeof types]
  values: number[] | Uint8Array
}

/**
 * Wraps pixels and their ICC profile as an uncompressed TIFF, the one container that sharp reads with both 16 bits per sample
 * and a profile at the speed of a copy.
 */
export function toTiff(pixels: HeicPixels, icc: Uint8Array | undefined): Buffer {
  const { width, height, channels } = pixels
  const bytesPerSample = pixels.bits > 8 ? 2 : 1
  const row = width * channels * bytesPerSample
  const strips = Math.ceil(height / rowsPerStrip)
  const starts = Array.from({ length: strips }, (_, i) => headerSize + i * rowsPerStrip * row)
  const rows = (i: number) => Math.min(rowsPerStrip, height - i * rowsPerStrip)
  const fields: Field[] = [
    { tag: 256, type: types.long, values: [width] },
    { tag: 257, type: types.long, values: [height] },
    { tag: 258, type: types.short, values: Array<number>(channels).fill(bytesPerSample * 8) },
    // no compression, RGB
    { tag: 259, type: types.short, values: [1] },
    { tag: 262, type: types.short, values: [2] },
    { tag: 273, type: types.long, values: starts },
    { tag: 277, type: types.short, values: [channels] },
    { tag: 278, type: types.long, values: [rowsPerStrip] },
    { tag: 279, type: types.long, values: starts.map((_, i) => rows(i) * row) },
    // unassociated alpha
    ...(channels === 4 ? [{ tag: 338, type: types.short, values: [2] }] : []),
    ...(icc ? [{ tag: 34675, type: types.undefined, values: icc }] : []),
  ]
  const end = headerSize + row * height
  const directory = end + (end % 2)
  const tail = writeDirectory(fields, directory)
  const tiff = Buffer.alloc(directory + tail.length)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(directory, 4)
  copySamples(pixels, tiff.subarray(headerSize, end))
  tail.copy(tiff, directory)
  return tiff
}

/** Copies samples, those of 10 or 12 bits shifted to the full range of 16. */
function copySamples({ data, bits }: HeicPixels, target: Buffer): void {
  if (bits === 8 || bits === 16) {
    target.set(data)
    return
  }
  const shift = 16 - bits
  for (let i = 0; i + 1 < data.length; i += 2) {
    const value = (data[i] as number) | ((data[i + 1] as number) << 8)
    // repeats the high bits below, so that white stays white
    const wide = (value << shift) | (value >> (bits - shift))
    target[i] = wide & 255
    target[i + 1] = wide >> 8
  }
}

/** Writes a directory for a position in the file; values longer than four bytes follow it. */
function writeDirectory(fields: readonly Field[], position: number): Buffer {
  const table = Buffer.alloc(2 + fields.length * 12 + 4)
  table.writeUInt16LE(fields.length)
  const long: Buffer[] = []
  let next = position + table.length
  for (const [i, { tag, type, values }] of fields.entries()) {
    const at = 2 + i * 12
    const bytes = encodeValues(type, values)
    table.writeUInt16LE(tag, at)
    table.writeUInt16LE(type, at + 2)
    table.writeUInt32LE(values.length, at + 4)
    if (bytes.length <= 4) bytes.copy(table, at + 8)
    else {
      table.writeUInt32LE(next, at + 8)
      const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)])
      long.push(padded)
      next += padded.length
    }
  }
  return Buffer.concat([table, ...long])
}

function encodeValues(type: Field['type'], values: Field['values']): Buffer {
  if (values instanceof Uint8Array) return Buffer.from(values)
  const size = sizes[type]
  const bytes = Buffer.alloc(values.length * size)
  for (const [i, value] of values.entries()) bytes.writeUIntLE(value, i * size, size)
  return bytes
}
