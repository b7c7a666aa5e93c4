import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import { maxSelfiePixels } from '../../../../contract/recognition.ts'
import { projectRoot } from '../../../platform/root.ts'
import type { Bitmap } from './bitmap.ts'
import { decodePhoto } from './decode.ts'
import { colr, heicFixture, imir, irot, nclx } from './heic/test-heic.ts'
import { makeRgbProfile } from './profiles/rgb-profile.ts'
import { quarterColours, quarters } from './test-pictures.ts'

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

const jpeg = { quality: 98, chromaSubsampling: '4:4:4' } as const

const adobeRgb = makeRgbProfile(
  { red: [0.64, 0.33], green: [0.21, 0.71], blue: [0.15, 0.06], white: [0.3127, 0.329] },
  563 / 256,
)
const proPhoto = makeRgbProfile(
  { red: [0.7347, 0.2653], green: [0.1596, 0.8404], blue: [0.0366, 0.0001], white: [0.3457, 0.3585] },
  1.8,
)

function profileFile(name: string, icc: Uint8Array): string {
  const file = join(folder, `${name}.icc`)
  writeFileSync(file, icc)
  return file
}

const wide = (picture: Sharp) => picture.toColourspace('rgb16')
const inAdobeRgb = (picture: Sharp, attach = true) =>
  picture.withIccProfile(profileFile('adobe', adobeRgb), { attach })
const inProPhoto = (picture: Sharp) => picture.withIccProfile(profileFile('prophoto', proPhoto))

/** As cameras record Adobe RGB: in EXIF, without a profile. */
async function adobeRgbOfCamera(): Promise<Buffer> {
  const bytes = await inAdobeRgb(await quarters(), false)
    .jpeg(jpeg)
    .toBuffer()
  // sharp writes the directory of interoperability, which its types lack
  const exif = { IFD2: { ColorSpace: '65535' }, IFD4: { InteroperabilityIndex: 'R03' } }
  return sharp(bytes).withExif(exif).jpeg(jpeg).toBuffer()
}

const colours: [string, () => Promise<Buffer> | Buffer][] = [
  ['a JPEG', async () => (await quarters()).jpeg(jpeg).toBuffer()],
  ['a progressive JPEG', async () => (await quarters()).jpeg({ ...jpeg, progressive: true }).toBuffer()],
  ['a JPEG in Display P3', async () => (await quarters()).withIccProfile('p3').jpeg(jpeg).toBuffer()],
  [
    'a JPEG in Adobe RGB',
    async () =>
      inAdobeRgb(await quarters())
        .jpeg(jpeg)
        .toBuffer(),
  ],
  ['a JPEG in Adobe RGB by EXIF', adobeRgbOfCamera],
  ['a PNG', async () => (await quarters()).png().toBuffer()],
  ['a PNG with a palette', async () => (await quarters()).png({ palette: true }).toBuffer()],
  ['an interlaced PNG', async () => (await quarters()).png({ progressive: true }).toBuffer()],
  ['a PNG in Display P3', async () => (await quarters()).withIccProfile('p3').png().toBuffer()],
  [
    'a PNG of 16 bits',
    async () =>
      wide(await quarters())
        .png()
        .toBuffer(),
  ],
  [
    'a PNG of 16 bits in Display P3',
    async () =>
      wide(await quarters())
        .withIccProfile('p3')
        .png()
        .toBuffer(),
  ],
  [
    'a PNG of 16 bits in ProPhoto RGB',
    async () =>
      inProPhoto(wide(await quarters()))
        .png()
        .toBuffer(),
  ],
  [
    'a PNG of 16 bits with alpha',
    async () =>
      wide((await quarters()).ensureAlpha())
        .png()
        .toBuffer(),
  ],
  ['a WebP', async () => (await quarters()).webp({ lossless: true }).toBuffer()],
  [
    'a WebP in Display P3',
    async () => (await quarters()).withIccProfile('p3').webp({ lossless: true }).toBuffer(),
  ],
  ['a HEIC', () => heicFixture('srgb-8', nclx(1, 13, 6))],
  ['a HEIC of 10 bits', () => heicFixture('srgb-10')],
  ['a HEIC in Display P3 by code points', () => heicFixture('p3-nclx-8', nclx(12, 13, 6))],
  ['a HEIC of 10 bits in Display P3', () => heicFixture('p3-nclx-10', nclx(12, 13, 6))],
  ['a HEIC in BT.2020', () => heicFixture('bt2020-10', nclx(9, 14, 6))],
]

describe('the colours', () => {
  test.each(colours)('of %s are those of sRGB', async (_, make) => {
    const bytes = await make()
    const { bitmap } = await decodePhoto(bytes)
    expect(largestDifference(readColours(bitmap), quarterColours)).toBeLessThanOrEqual(3)
    const selfie = await decodePhoto(bytes, maxSelfiePixels)
    expect(selfie.bitmap.data).toEqual(bitmap.data)
  })

  // HDR light up to diffuse white is unchanged; brighter light is compressed
  test.each([
    ['HLG', () => heicFixture('hlg-10', nclx(9, 18, 6))],
    ['PQ', () => heicFixture('pq-10', nclx(9, 16, 6))],
  ])('of a HEIC in %s are those of sRGB below white', async (_, make) => {
    const { bitmap } = await decodePhoto(make())
    expect(largestDifference(readColours(bitmap), quarterColours)).toBeLessThanOrEqual(6)
  })

  test('of an ICC profile count before those of code points', async () => {
    const { icc = Buffer.alloc(0) } = await sharp(
      await (await quarters()).withIccProfile('p3').png().toBuffer(),
    ).metadata()
    const { bitmap } = await decodePhoto(heicFixture('p3-nclx-8', colr(icc), nclx(1, 13, 6)))
    expect(largestDifference(readColours(bitmap), quarterColours)).toBeLessThanOrEqual(3)
  })

  test('of a photo of an iPhone keep the strength that their profile says', async () => {
    const at = async (bytes: Buffer) => {
      const { data, width, height } = (await decodePhoto(bytes)).bitmap
      return [...data.subarray(((height >> 1) * width + (width >> 1)) * 3).subarray(0, 3)]
    }
    const [red = 0, green = 0, blue = 0] = await at(heicFixture('runner-p3'))
    expect(Math.max(Math.abs(red - 241), Math.abs(green - 151), Math.abs(blue - 104))).toBeLessThanOrEqual(2)
    const plain = readFileSync(join(projectRoot, 'tests/fixtures/runner.heic'))
    expect(largestDifference([(await at(plain)) as never], [[227, 154, 111]])).toBeLessThanOrEqual(2)
  })

  test.each([
    ['JPEG', (picture: Sharp) => picture.jpeg(jpeg)],
    ['PNG', (picture: Sharp) => picture.png()],
    ['PNG of 16 bits', (picture: Sharp) => picture.toColourspace('grey16').png()],
    ['WebP', (picture: Sharp) => picture.webp({ lossless: true })],
  ])('of a grey %s are grey and as light', async (_, encode) => {
    const grey = (await quarters()).greyscale()
    const expected = await grey.clone().toColourspace('b-w').raw().toBuffer()
    const { bitmap } = await decodePhoto(await encode(grey.clone().toColourspace('b-w')).toBuffer())
    const lights = [0, 1, 2, 3].map((i) => expected[((i >> 1) * 32 + 16) * 96 + (i % 2) * 48 + 24] ?? 0)
    const colourOfLight = lights.map((light): Colour => [light, light, light])
    expect(largestDifference(readColours(bitmap), colourOfLight)).toBeLessThanOrEqual(3)
  })

  // the gamut of CMYK is smaller; inverted inks would differ by more than 100
  test('of a JPEG for print are close', async () => {
    const bytes = await (await quarters()).toColourspace('cmyk').withIccProfile('cmyk').jpeg(jpeg).toBuffer()
    expect((await sharp(bytes).metadata()).space).toBe('cmyk')
    const { bitmap } = await decodePhoto(bytes)
    expect(largestDifference(readColours(bitmap), quarterColours)).toBeLessThanOrEqual(50)
  })

  test.each([
    ['PNG', async () => (await halfClear()).png().toBuffer()],
    ['PNG of 16 bits', halfClearIn16Bits],
    ['WebP', async () => (await halfClear()).webp({ lossless: true }).toBuffer()],
    ['HEIC', () => heicFixture('alpha-8')],
  ])('of a %s that is clear on the right are white there', async (_, make) => {
    const { bitmap } = await decodePhoto(await make())
    const [left, , low] = quarterColours
    const white = [255, 255, 255] as const
    expect(largestDifference(readColours(bitmap), [left, white, low, white])).toBeLessThanOrEqual(3)
  })
})

/** Renders the picture with a transparent right half. */
async function halfClear(): Promise<Sharp> {
  const alpha = Buffer.from(Array.from({ length: 96 * 64 }, (_, i) => (i % 96 < 48 ? 255 : 0)))
  return (await quarters()).joinChannel(alpha, { raw: { width: 96, height: 64, channels: 1 } })
}

async function halfClearIn16Bits(): Promise<Buffer> {
  const bytes = await (await halfClear()).raw().toBuffer()
  const samples = Uint16Array.from(bytes, (value) => value * 257)
  const raw = { width: 96, height: 64, channels: 4 } as const
  return wide(sharp(samples, { raw })).png().toBuffer()
}

describe('a picture that lies', () => {
  /** Which quarter each orientation shows where; the tags of EXIF from 1. */
  const orders = ['0123', '1032', '3210', '2301', '0213', '2031', '3120', '1302']
  const inOrder = (order: string): Colour[] =>
    order.split('').map((i) => quarterColours[Number(i)] ?? [0, 0, 0])

  const formats: [string, (picture: Sharp) => Sharp][] = [
    ['JPEG', (picture) => picture.jpeg(jpeg)],
    ['PNG', (picture) => picture.png()],
    ['WebP', (picture) => picture.webp({ lossless: true })],
  ]
  test.each(
    formats.flatMap(([name, encode]) => orders.map((order, i) => [name, i + 1, order, encode] as const)),
  )('comes out upright: %s with orientation %i', async (_, orientation, order, encode) => {
    const bytes = await encode(await quarters())
      .withMetadata({ orientation })
      .toBuffer()
    const { bitmap, width, height } = await decodePhoto(bytes)
    expect([bitmap.width, bitmap.height]).toEqual(orientation > 4 ? [64, 96] : [96, 64])
    expect([width, height]).toEqual([bitmap.width, bitmap.height])
    expect(largestDifference(readColours(bitmap), inOrder(order))).toBeLessThanOrEqual(3)
  })

  test.each([
    ['a quarter to the left', [irot(1)], '1302'],
    ['upside down', [irot(2)], '3210'],
    ['a quarter to the right', [irot(3)], '2031'],
    ['mirrored', [imir(1)], '1032'],
    ['mirrored upside down', [imir(0)], '2301'],
    ['turned and mirrored', [irot(3), imir(1)], '0213'],
  ] as const)('comes out upright: HEIC %s', async (_, properties, order) => {
    const { bitmap, width, height } = await decodePhoto(heicFixture('srgb-8', ...properties))
    expect([width, height]).toEqual([bitmap.width, bitmap.height])
    expect(largestDifference(readColours(bitmap), inOrder(order))).toBeLessThanOrEqual(3)
  })
})
