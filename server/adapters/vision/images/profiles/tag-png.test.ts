import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { createQuartersPicture, quarterColours } from '../../../../../tests/support/data/sample-pictures.ts'
import { decodePhoto } from '../decode.ts'
import { makeRgbProfile } from './rgb-profile.ts'

const folder = mkdtempSync(join(tmpdir(), 'photofinish-png-'))
afterAll(() => rmSync(folder, { recursive: true }))

const adobeFile = join(folder, 'adobe.icc')
writeFileSync(
  adobeFile,
  makeRgbProfile(
    { red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06], white: [0.3127, 0.329] },
    563 / 256,
  ),
)

/** Encodes numbers as PNG does, in hundred thousandths. */
function toBytes(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [i, value] of values.entries()) bytes.writeUInt32BE(Math.round(value * 100_000), i * 4)
  return bytes
}

const adobeChromaticities = toBytes(0.3127, 0.329, 0.64, 0.33, 0.21, 0.71, 0.15, 0.06)
const srgbChromaticities = toBytes(0.3127, 0.329, 0.64, 0.33, 0.3, 0.6, 0.15, 0.06)

/** Returns a PNG in a colour space that chunks name instead of a profile. */
async function createPng(profile: string, depth: 8 | 16, chunks: Record<string, Buffer>): Promise<Buffer> {
  const picture = await createQuartersPicture()
  const deepPicture = depth === 16 ? picture.toColourspace('rgb16') : picture
  const png = await deepPicture.withIccProfile(profile, { attach: false }).png().toBuffer()
  const parts = Object.entries(chunks).map(([type, data]) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const chunk = Buffer.alloc(body.length + 8)
    chunk.writeUInt32BE(data.length)
    body.copy(chunk, 4)
    chunk.writeUInt32BE(crc32(body), body.length + 4)
    return chunk
  })
  return Buffer.concat([png.subarray(0, 33), ...parts, png.subarray(33)])
}

const displayP3 = Buffer.from([12, 13, 0, 1])
const srgbGamma = toBytes(0.45455)

test.each<[string, string, Record<string, Buffer>]>([
  ['Display P3 by code points', 'p3', { cICP: displayP3 }],
  ['Display P3 by code points, beside the gamma of sRGB', 'p3', { gAMA: srgbGamma, cICP: displayP3 }],
  ['sRGB by code points', 'srgb', { cICP: Buffer.from([1, 13, 0, 1]) }],
  ['Adobe RGB', adobeFile, { gAMA: toBytes(256 / 563), cHRM: adobeChromaticities }],
  ['sRGB by gamma and chromaticities', 'srgb', { gAMA: srgbGamma, cHRM: srgbChromaticities }],
  ['sRGB by its chunk, which counts before the gamma', 'srgb', { sRGB: Buffer.from([0]), gAMA: toBytes(1) }],
  ['nothing', 'srgb', {}],
])('a PNG that names %s has its colours', async (_, profile, chunks) => {
  for (const depth of [8, 16] as const) {
    const { bitmap } = await decodePhoto(await createPng(profile, depth, chunks))
    for (const [i, colour] of quarterColours.entries()) {
      const pixelIndex = ((i >> 1) * 32 + 16) * 96 + (i % 2) * 48 + 24
      const pixel = [...bitmap.data.subarray(pixelIndex * 3, pixelIndex * 3 + 3)]
      for (const [j, value] of pixel.entries())
        expect(Math.abs(value - (colour[j] ?? 0)), `${depth} bits: ${pixel.join()}`).toBeLessThanOrEqual(3)
    }
  }
})

test('chunks that are broken are left to the decoder', async () => {
  const png = await createPng('srgb', 8, {
    gAMA: toBytes(0),
    cHRM: toBytes(1),
    cICP: Buffer.from([2, 2, 0, 1]),
  })
  expect((await decodePhoto(png)).bitmap.width).toBe(96)
})
