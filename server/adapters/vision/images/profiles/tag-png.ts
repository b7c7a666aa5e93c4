import { crc32, deflateSync } from 'node:zlib'
import { buildCodePointProfile, primariesByNumber } from './code-points.ts'
import { makeRgbProfile, type Primaries, type Xy } from './rgb-profile.ts'

interface Chunk {
  readonly type: string
  readonly data: Buffer
  /** End in the file. */
  readonly end: number
}

/** Chunks that name a colour space, and are replaced by the profile. */
const colourChunks = new Set(['cICP', 'iCCP', 'sRGB', 'gAMA', 'cHRM'])
const endOfHeader = 33
/** Position of the colour type; its second bit means colour. */
const colourTypeOffset = 25
/** The gamma of sRGB in its chunk, 1 / 2.2. */
const srgbGamma = 45_455

/**
 * Embeds a profile in a PNG that specifies its colour space without one: by code points (`cICP`, which override a profile), or
 * by gamma and chromaticities. Returns other files, and grey ones, unchanged.
 */
export function tagPng(bytes: Uint8Array): Uint8Array {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  if (((png[colourTypeOffset] ?? 0) & 2) === 0) return bytes
  const chunks = listChunksBeforePixels(png)
  const profile = findProfile(chunks)
  if (!profile) return bytes
  const others = chunks.filter(({ type }) => type !== 'IHDR' && !colourChunks.has(type))
  const icc = Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)])
  const remainder = png.subarray(chunks.at(-1)?.end ?? endOfHeader)
  return Buffer.concat([
    png.subarray(0, endOfHeader),
    toChunk('iCCP', icc),
    ...others.map(({ type, data }) => toChunk(type, data)),
    remainder,
  ])
}

function listChunksBeforePixels(png: Buffer): Chunk[] {
  const chunks: Chunk[] = []
  for (let offset = 8; offset + 12 <= png.length; ) {
    const type = png.toString('latin1', offset + 4, offset + 8)
    const end = offset + 12 + png.readUInt32BE(offset)
    if (type === 'IDAT' || end > png.length) break
    chunks.push({ type, data: png.subarray(offset + 8, end - 4), end })
    offset = end
  }
  return chunks
}

function findProfile(chunks: readonly Chunk[]): Buffer | undefined {
  const readChunkData = (chunkType: string) => chunks.find(({ type }) => type === chunkType)?.data
  const [primaries, transfer] = readChunkData('cICP') ?? []
  if (primaries !== undefined && transfer !== undefined) return buildCodePointProfile({ primaries, transfer })
  const gamma = readChunkData('gAMA')
  if (readChunkData('iCCP') || readChunkData('sRGB') || gamma?.length !== 4) return undefined
  const value = gamma.readUInt32BE()
  const chromaticities = readChunkData('cHRM')
  const namedPrimaries = chromaticities?.length === 32 ? toPrimaries(chromaticities) : undefined
  if (value === 0 || (isNearlyEqual(value, srgbGamma) && (!namedPrimaries || isSrgb(namedPrimaries))))
    return undefined
  return makeRgbProfile(namedPrimaries ?? (primariesByNumber[1] as Primaries), 100_000 / value)
}

function toPrimaries(data: Buffer): Primaries {
  const readPoint = (index: number): Xy => [
    data.readUInt32BE(index * 8) / 100_000,
    data.readUInt32BE(index * 8 + 4) / 100_000,
  ]
  return { white: readPoint(0), red: readPoint(1), green: readPoint(2), blue: readPoint(3) }
}

const isNearlyEqual = (one: number, other: number) => Math.abs(one - other) <= other * 0.01

function isSrgb(namedPrimaries: Primaries): boolean {
  const srgb = primariesByNumber[1] as Primaries
  return (['red', 'green', 'blue', 'white'] as const).every((name) =>
    namedPrimaries[name].every((value, i) => Math.abs(value - (srgb[name][i] ?? 0)) < 0.002),
  )
}

function toChunk(type: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(12 + data.length)
  chunk.writeUInt32BE(data.length)
  chunk.write(type, 4, 'latin1')
  data.copy(chunk, 8)
  chunk.writeUInt32BE(crc32(chunk.subarray(4, 8 + data.length)), 8 + data.length)
  return chunk
}
