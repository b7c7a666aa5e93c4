import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { maxSelfiePixels } from '../../../../contract/recognition.ts'
import {
  createIccBox,
  createImirBox,
  createIrotBox,
  createNclxBox,
  readHeicFixture,
} from '../../../../tests/support/data/heic.ts'
import { createQuartersPicture, quarterColours } from '../../../../tests/support/data/sample-pictures.ts'
import { projectRoot } from '../../../platform/root.ts'
import type { Bitmap } from './bitmap.ts'
import { decodePhoto } from './decode.ts'
import { makeRgbProfile } from './profiles/rgb-profile.ts'

const folder = mkdtempSync(join(tmpdir(), 'photofinish-colours-'))
afterAll(() => rmSync(folder, { recursive: true }))

type Colour = readonly [number, number, number]

/** Returns the colours in the middle of the four quarters. */
function readColours({ data, width, height }: Bitmap): Colour[] {
  return [0, 1, 2, 3].map((i) => {
    const [x, y] = [
      Math.floor(width * ((i % 2) / 2 + 0.25)),
      Math.floor(height * (Math.floor(i / 2) / 2 + 0.25)),
    ]
    const [red = 0, green = 0, blue = 0] = data.subarray((y * width + x) * 3)
    return [red, green, blue]
  })
}

function largestDifference(one: readonly Colour[], other: readonly Colour[]): number {
  const differences = one.flatMap((colour, i) =>
    colour.map((value, j) => Math.abs(value - (other[i]?.[j] ?? 0))),
  )
  return Math.max(...differences)
}

const jpegOptions = { quality: 98, chromaSubsampling: '4:4:4' } as const

const adobeRgb = makeRgbProfile(
  { red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06], white: [0.3127, 0.329] },
  563 / 256,
)
const proPhoto = makeRgbProfile(
  { red: [0.7347, 0.2653], green: [0.1596, 0.8404], blue: [0.0366, 0.0001], white: [0.3457, 0.3585] },
  1.8,
)

function writeProfile(name: string, icc: Uint8Array): string {
  const file = join(folder, `${name}.icc`)
  writeFileSync(file, icc)
  return file
}

const to16Bits = (picture: Sharp) => picture.toColourspace('rgb16')
const convertToAdobeRgb = (picture: Sharp, attach = true) =>
  picture.withIccProfile(writeProfile('adobe', adobeRgb), { attach })
const convertToProPhoto = (picture: Sharp) => picture.withIccProfile(writeProfile('prophoto', proPhoto))

/** As cameras record Adobe RGB: in EXIF, without a profile. */
async function createCameraAdobeRgb(): Promise<Buffer> {
  const bytes = await convertToAdobeRgb(await createQuartersPicture(), false)
    .jpeg(jpegOptions)
    .toBuffer()
  // sharp writes the directory of interoperability, which its types lack
  const exif = { IFD2: { ColorSpace: '65535' }, IFD4: { InteroperabilityIndex: 'R03' } }
  return sharp(bytes).withExif(exif).jpeg(jpegOptions).toBuffer()
}

const colourCases: [string, () => Promise<Buffer> | Buffer][] = [
  ['a JPEG', async () => (await createQuartersPicture()).jpeg(jpegOptions).toBuffer()],
  [
    'a progressive JPEG',
    async () => (await createQuartersPicture()).jpeg({ ...jpegOptions, progressive: true }).toBuffer(),
  ],
  [
    'a JPEG in Display P3',
    async () => (await createQuartersPicture()).withIccProfile('p3').jpeg(jpegOptions).toBuffer(),
  ],
  [
    'a JPEG in Adobe RGB',
    async () =>
      convertToAdobeRgb(await createQuartersPicture())
        .jpeg(jpegOptions)
        .toBuffer(),
  ],
  ['a JPEG in Adobe RGB by EXIF', createCameraAdobeRgb],
  ['a PNG', async () => (await createQuartersPicture()).png().toBuffer()],
  ['a PNG with a palette', async () => (await createQuartersPicture()).png({ palette: true }).toBuffer()],
  ['an interlaced PNG', async () => (await createQuartersPicture()).png({ progressive: true }).toBuffer()],
  ['a PNG in Display P3', async () => (await createQuartersPicture()).withIccProfile('p3').png().toBuffer()],
  [
    'a PNG of 16 bits',
    async () =>
      to16Bits(await createQuartersPicture())
        .png()
        .toBuffer(),
  ],
  [
    'a PNG of 16 bits in Display P3',
    async () =>
      to16Bits(await createQuartersPicture())
        .withIccProfile('p3')
        .png()
        .toBuffer(),
  ],
  [
    'a PNG of 16 bits in ProPhoto RGB',
    async () =>
      convertToProPhoto(to16Bits(await createQuartersPicture()))
        .png()
        .toBuffer(),
  ],
  [
    'a PNG of 16 bits with alpha',
    async () =>
      to16Bits((await createQuartersPicture()).ensureAlpha())
        .png()
        .toBuffer(),
  ],
  ['a WebP', async () => (await createQuartersPicture()).webp({ lossless: true }).toBuffer()],
  [
    'a WebP in Display P3',
    async () => (await createQuartersPicture()).withIccProfile('p3').webp({ lossless: true }).toBuffer(),
  ],
  ['a HEIC', () => readHeicFixture('srgb-8', createNclxBox(1, 13, 6))],
  ['a HEIC of 10 bits', () => readHeicFixture('srgb-10')],
  ['a HEIC in Display P3 by code points', () => readHeicFixture('p3-nclx-8', createNclxBox(12, 13, 6))],
  ['a HEIC of 10 bits in Display P3', () => readHeicFixture('p3-nclx-10', createNclxBox(12, 13, 6))],
  ['a HEIC in BT.2020', () => readHeicFixture('bt2020-10', createNclxBox(9, 14, 6))],
]

describe('the colours', () => {
  test.each(colourCases)('of %s are those of sRGB', async (_, createPicture) => {
    const bytes = await createPicture()
    const { bitmap } = await decodePhoto(bytes)
    expect(largestDifference(readColours(bitmap), quarterColours)).toBeLessThanOrEqual(3)
    const selfie = await decodePhoto(bytes, maxSelfiePixels)
    expect(selfie.bitmap.data).toEqual(bitmap.data)
  })

  // HDR light up to diffuse white is unchanged; brighter light is compressed
  test.each([
    ['HLG', () => readHeicFixture('hlg-10', createNclxBox(9, 18, 6))],
    ['PQ', () => readHeicFixture('pq-10', createNclxBox(9, 16, 6))],
  ])('of a HEIC in %s are those of sRGB below white', async (_, createPicture) => {
    const { bitmap } = await decodePhoto(createPicture())
    expect(largestDifference(readColours(bitmap), quarterColours)).toBeLessThanOrEqual(6)
  })

  test('of an ICC profile count before those of code points', async () => {
    const { icc = Buffer.alloc(0) } = await sharp(
      await (await createQuartersPicture()).withIccProfile('p3').png().toBuffer(),
    ).metadata()
    const { bitmap } = await decodePhoto(
      readHeicFixture('p3-nclx-8', createIccBox(icc), createNclxBox(1, 13, 6)),
    )
    expect(largestDifference(readColours(bitmap), quarterColours)).toBeLessThanOrEqual(3)
  })

  test('of a photo of an iPhone keep the strength that their profile says', async () => {
    const readCenterColour = async (bytes: Buffer) => {
      const { data, width, height } = (await decodePhoto(bytes)).bitmap
      return [...data.subarray(((height >> 1) * width + (width >> 1)) * 3).subarray(0, 3)]
    }
    const [red = 0, green = 0, blue = 0] = await readCenterColour(readHeicFixture('runner-p3'))
    expect(Math.max(Math.abs(red - 241), Math.abs(green - 151), Math.abs(blue - 104))).toBeLessThanOrEqual(2)
    const plain = readFileSync(join(projectRoot, 'tests/fixtures/runner.heic'))
    expect(
      largestDifference([(await readCenterColour(plain)) as never], [[227, 154, 111]]),
    ).toBeLessThanOrEqual(2)
  })

  test.each([
    ['JPEG', (picture: Sharp) => picture.jpeg(jpegOptions)],
    ['PNG', (picture: Sharp) => picture.png()],
    ['PNG of 16 bits', (picture: Sharp) => picture.toColourspace('grey16').png()],
    ['WebP', (picture: Sharp) => picture.webp({ lossless: true })],
  ])('of a grey %s are grey and as light', async (_, encode) => {
    const grey = (await createQuartersPicture()).greyscale()
    const expected = await grey.clone().toColourspace('b-w').raw().toBuffer()
    const { bitmap } = await decodePhoto(await encode(grey.clone().toColourspace('b-w')).toBuffer())
    const greyLevels = [0, 1, 2, 3].map((i) => expected[((i >> 1) * 32 + 16) * 96 + (i % 2) * 48 + 24] ?? 0)
    const expectedColours = greyLevels.map((light): Colour => [light, light, light])
    expect(largestDifference(readColours(bitmap), expectedColours)).toBeLessThanOrEqual(3)
  })

  // the gamut of CMYK is smaller; inverted inks would differ by more than 100
  test('of a JPEG for print are close', async () => {
    const bytes = await (await createQuartersPicture())
      .toColourspace('cmyk')
      .withIccProfile('cmyk')
      .jpeg(jpegOptions)
      .toBuffer()
    expect((await sharp(bytes).metadata()).space).toBe('cmyk')
    const { bitmap } = await decodePhoto(bytes)
    expect(largestDifference(readColours(bitmap), quarterColours)).toBeLessThanOrEqual(50)
  })

  test.each([
    ['PNG', async () => (await createHalfTransparent()).png().toBuffer()],
    ['PNG of 16 bits', createHalfTransparent16Bits],
    ['WebP', async () => (await createHalfTransparent()).webp({ lossless: true }).toBuffer()],
    ['HEIC', () => readHeicFixture('alpha-8')],
  ])('of a %s that is clear on the right are white there', async (_, createPicture) => {
    const { bitmap } = await decodePhoto(await createPicture())
    const [left, , low] = quarterColours
    const white = [255, 255, 255] as const
    expect(largestDifference(readColours(bitmap), [left, white, low, white])).toBeLessThanOrEqual(3)
  })
})

/** Renders the picture with a transparent right half. */
async function createHalfTransparent(): Promise<Sharp> {
  const alpha = Buffer.from(Array.from({ length: 96 * 64 }, (_, i) => (i % 96 < 48 ? 255 : 0)))
  return (await createQuartersPicture()).joinChannel(alpha, { raw: { width: 96, height: 64, channels: 1 } })
}

async function createHalfTransparent16Bits(): Promise<Buffer> {
  const bytes = await (await createHalfTransparent()).raw().toBuffer()
  const samples = Uint16Array.from(bytes, (value) => value * 257)
  const raw = { width: 96, height: 64, channels: 4 } as const
  return to16Bits(sharp(samples, { raw })).png().toBuffer()
}

describe('a picture that lies', () => {
  /** Which quarter each orientation shows where; the tags of EXIF from 1. */
  const quarterOrders = ['0123', '1032', '3210', '2301', '0213', '2031', '3120', '1302']
  const orderColours = (order: string): Colour[] =>
    order.split('').map((i) => quarterColours[Number(i)] ?? [0, 0, 0])

  const formats: [string, (picture: Sharp) => Sharp][] = [
    ['JPEG', (picture) => picture.jpeg(jpegOptions)],
    ['PNG', (picture) => picture.png()],
    ['WebP', (picture) => picture.webp({ lossless: true })],
  ]
  test.each(
    formats.flatMap(([name, encode]) =>
      quarterOrders.map((order, i) => [name, i + 1, order, encode] as const),
    ),
  )('comes out upright: %s with orientation %i', async (_, orientation, order, encode) => {
    const bytes = await encode(await createQuartersPicture())
      .withMetadata({ orientation })
      .toBuffer()
    const { bitmap, width, height } = await decodePhoto(bytes)
    expect([bitmap.width, bitmap.height]).toEqual(orientation > 4 ? [64, 96] : [96, 64])
    expect([width, height]).toEqual([bitmap.width, bitmap.height])
    expect(largestDifference(readColours(bitmap), orderColours(order))).toBeLessThanOrEqual(3)
  })

  test.each([
    ['a quarter to the left', [createIrotBox(1)], '1302'],
    ['upside down', [createIrotBox(2)], '3210'],
    ['a quarter to the right', [createIrotBox(3)], '2031'],
    ['mirrored', [createImirBox(1)], '1032'],
    ['mirrored upside down', [createImirBox(0)], '2301'],
    ['turned and mirrored', [createIrotBox(3), createImirBox(1)], '0213'],
  ] as const)('comes out upright: HEIC %s', async (_, properties, order) => {
    const { bitmap, width, height } = await decodePhoto(readHeicFixture('srgb-8', ...properties))
    expect([width, height]).toEqual([bitmap.width, bitmap.height])
    expect(largestDifference(readColours(bitmap), orderColours(order))).toBeLessThanOrEqual(3)
  })
})
