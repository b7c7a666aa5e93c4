import type { HeicPixels } from './read-heic.ts'

const fieldTypes = { short: 3, long: 4, undefined: 7 } as const
const sizeByType = { [fieldTypes.short]: 2, [fieldTypes.long]: 4, [fieldTypes.undefined]: 1 } as const
/** Rows per strip: the reader loads one strip at a time. */
const rowsPerStrip = 16
const headerSize = 8

interface Field {
  tag: number
  type: (typeof fieldTypes)[keyof typeof fieldTypes]
  values: number[] | Uint8Array
}

/**
 * Wraps pixels and their ICC profile as an uncompressed TIFF, the one container that sharp reads with both 16 bits per sample
 * and a profile at the speed of a copy.
 */
export function toTiff(pixels: HeicPixels, icc: Uint8Array | undefined): Buffer {
  const { width, height, channels } = pixels
  const bytesPerSample = pixels.bits > 8 ? 2 : 1
  const rowSize = width * channels * bytesPerSample
  const stripCount = Math.ceil(height / rowsPerStrip)
  const stripOffsets = Array.from({ length: stripCount }, (_, i) => headerSize + i * rowsPerStrip * rowSize)
  const countRows = (i: number) => Math.min(rowsPerStrip, height - i * rowsPerStrip)
  const fields: Field[] = [
    { tag: 256, type: fieldTypes.long, values: [width] },
    { tag: 257, type: fieldTypes.long, values: [height] },
    { tag: 258, type: fieldTypes.short, values: Array<number>(channels).fill(bytesPerSample * 8) },
    // no compression, RGB
    { tag: 259, type: fieldTypes.short, values: [1] },
    { tag: 262, type: fieldTypes.short, values: [2] },
    { tag: 273, type: fieldTypes.long, values: stripOffsets },
    { tag: 277, type: fieldTypes.short, values: [channels] },
    { tag: 278, type: fieldTypes.long, values: [rowsPerStrip] },
    { tag: 279, type: fieldTypes.long, values: stripOffsets.map((_, i) => countRows(i) * rowSize) },
    // unassociated alpha
    ...(channels === 4 ? [{ tag: 338, type: fieldTypes.short, values: [2] }] : []),
    ...(icc ? [{ tag: 34675, type: fieldTypes.undefined, values: icc }] : []),
  ]
  const pixelsEnd = headerSize + rowSize * height
  const directoryOffset = pixelsEnd + (pixelsEnd % 2)
  const directoryBytes = writeDirectory(fields, directoryOffset)
  const tiff = Buffer.alloc(directoryOffset + directoryBytes.length)
  tiff.write('II*\0', 'latin1')
  tiff.writeUInt32LE(directoryOffset, 4)
  copySamples(pixels, tiff.subarray(headerSize, pixelsEnd))
  directoryBytes.copy(tiff, directoryOffset)
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
    const scaledValue = (value << shift) | (value >> (bits - shift))
    target[i] = scaledValue & 255
    target[i + 1] = scaledValue >> 8
  }
}

/** Writes a directory for a position in the file; values longer than four bytes follow it. */
function writeDirectory(fields: readonly Field[], position: number): Buffer {
  const table = Buffer.alloc(2 + fields.length * 12 + 4)
  table.writeUInt16LE(fields.length)
  const longValues: Buffer[] = []
  let nextOffset = position + table.length
  for (const [i, { tag, type, values }] of fields.entries()) {
    const offset = 2 + i * 12
    const bytes = encodeValues(type, values)
    table.writeUInt16LE(tag, offset)
    table.writeUInt16LE(type, offset + 2)
    table.writeUInt32LE(values.length, offset + 4)
    if (bytes.length <= 4) bytes.copy(table, offset + 8)
    else {
      table.writeUInt32LE(nextOffset, offset + 8)
      const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)])
      longValues.push(padded)
      nextOffset += padded.length
    }
  }
  return Buffer.concat([table, ...longValues])
}

function encodeValues(type: Field['type'], values: Field['values']): Buffer {
  if (values instanceof Uint8Array) return Buffer.from(values)
  const size = sizeByType[type]
  const bytes = Buffer.alloc(values.length * size)
  for (const [i, value] of values.entries()) bytes.writeUIntLE(value, i * size, size)
  return bytes
}
