/** Metrics of a TrueType font for laying out a line. */
export interface TrueType {
  readonly bytes: Uint8Array
  readonly unitsPerEm: number
  /** Font units above and below the baseline; the latter is negative. */
  readonly ascent: number
  readonly descent: number
  /** Left, bottom, right, top of the box around all glyphs. */
  readonly box: readonly [number, number, number, number]
  findGlyph(codePoint: number): number
  /** Returns the advance width of a glyph in font units. */
  readAdvance(glyph: number): number
}

/** Reads a TrueType font (OpenType 1.9: `head`, `hhea`, `hmtx`, `cmap` format 4), which is all that our fonts use. */
export function readTrueType(bytes: Uint8Array): TrueType {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const findTable = (tag: string) => {
    for (let offset = 12; offset < 12 + 16 * file.readUInt16BE(4); offset += 16)
      if (file.toString('latin1', offset, offset + 4) === tag)
        return file.subarray(
          file.readUInt32BE(offset + 8),
          file.readUInt32BE(offset + 8) + file.readUInt32BE(offset + 12),
        )
    throw new Error(`The font has no table ${tag}`)
  }
  const [head, hhea, hmtx] = [findTable('head'), findTable('hhea'), findTable('hmtx')]
  const metricCount = hhea.readUInt16BE(34)
  return {
    bytes,
    unitsPerEm: head.readUInt16BE(18),
    ascent: hhea.readInt16BE(4),
    descent: hhea.readInt16BE(6),
    box: [head.readInt16BE(36), head.readInt16BE(38), head.readInt16BE(40), head.readInt16BE(42)],
    findGlyph: readGlyphMap(findTable('cmap')),
    readAdvance: (glyph) => hmtx.readUInt16BE(4 * Math.min(glyph, metricCount - 1)),
  }
}

function readGlyphMap(cmap: Buffer): (codePoint: number) => number {
  const count = cmap.readUInt16BE(2)
  const offsets = Array.from({ length: count }, (_, index) => cmap.readUInt32BE(8 + index * 8))
  const start = offsets.find((offset) => cmap.readUInt16BE(offset) === 4)
  if (start === undefined) throw new Error('The font has no character map of format 4')
  const map = cmap.subarray(start)
  const segmentBytes = map.readUInt16BE(6)
  return (codePoint) => {
    for (let offset = 0; offset < segmentBytes; offset += 2) {
      if (codePoint > map.readUInt16BE(14 + offset)) continue
      const first = map.readUInt16BE(16 + segmentBytes + offset)
      if (codePoint < first) return 0
      const delta = map.readUInt16BE(16 + 2 * segmentBytes + offset)
      const rangeOffset = 16 + 3 * segmentBytes + offset
      const range = map.readUInt16BE(rangeOffset)
      if (range === 0) return (codePoint + delta) & 0xffff
      const glyph = map.readUInt16BE(rangeOffset + range + 2 * (codePoint - first))
      return glyph === 0 ? 0 : (glyph + delta) & 0xffff
    }
    return 0
  }
}
