import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { createRedAndBluePicture, redAndBlueHeic } from '../../../../tests/support/data/sample-pictures.ts'
import type { Bitmap } from './bitmap.ts'
import { decodePhoto } from './decode.ts'

/** Returns a square 1-bit PNG whose file is far smaller than its pixels. */
function createBlackPng(side: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side)
  header.writeUInt32BE(side, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(side * (1 + side / 8)), { level: 1 })
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', rows),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function readColour({ data, width }: Bitmap, x: number, y: number): 'red' | 'blue' | 'other' {
  const [red = 0, , blue = 0] = data.subarray((y * width + x) * 3)
  if (red > 150 && blue < 100) return 'red'
  return blue > 150 && red < 100 ? 'blue' : 'other'
}

describe('decoding', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('%s gives the pixels', async (format) => {
    const { mime, bitmap } = await decodePhoto(await createRedAndBluePicture().toFormat(format).toBuffer())
    expect([mime, bitmap.width, bitmap.height]).toEqual([`image/${format}`, 96, 64])
    expect([readColour(bitmap, 5, 5), readColour(bitmap, 90, 60)]).toEqual(['red', 'blue'])
  })

  test('HEIC gives the pixels', async () => {
    const { mime, bitmap } = await decodePhoto(redAndBlueHeic)
    expect([mime, bitmap.width, bitmap.height]).toEqual(['image/heic', 96, 64])
    expect([readColour(bitmap, 5, 5), readColour(bitmap, 90, 60)]).toEqual(['red', 'blue'])
  })

  test('HEIC is known by its compatible brands, whichever is the major one', async () => {
    const other = Buffer.from(redAndBlueHeic)
    other.write('MiHB', 8, 'latin1')
    expect((await decodePhoto(other)).mime).toBe('image/heic')
  })

  test('a photo taken with the camera on its side comes out upright', async () => {
    const sideways = await createRedAndBluePicture().withMetadata({ orientation: 6 }).jpeg().toBuffer()
    const { bitmap } = await decodePhoto(sideways)
    expect([bitmap.width, bitmap.height]).toEqual([64, 96])
    expect([readColour(bitmap, 30, 5), readColour(bitmap, 30, 90)]).toEqual(['red', 'blue'])
  })

  test('grey and transparent pictures come out as three colours', async () => {
    const grey = await createRedAndBluePicture().greyscale().jpeg().toBuffer()
    const clear = await sharp({ create: { width: 8, height: 8, channels: 4, background: '#00000000' } })
      .png()
      .toBuffer()
    expect((await decodePhoto(grey)).bitmap.data).toHaveLength(96 * 64 * 3)
    expect((await decodePhoto(clear)).bitmap.data.subarray(0, 3)).toEqual(Buffer.from([255, 255, 255]))
  })

  test('a JPEG that ends early is damaged', async () => {
    const whole = await createRedAndBluePicture().resize(800).jpeg().toBuffer()
    await expect(decodePhoto(whole.subarray(0, whole.length / 2))).rejects.toMatchObject({
      code: 'ImageDamaged',
    })
  })

  test('a HEIC that ends early is damaged', async () => {
    await expect(decodePhoto(redAndBlueHeic.subarray(0, 600))).rejects.toMatchObject({ code: 'ImageDamaged' })
  })

  test('a small file with 256 million pixels is refused before it is decoded', async () => {
    const hugePng = createBlackPng(16_000)
    expect(hugePng.length).toBeLessThan(400_000)
    await expect(decodePhoto(hugePng)).rejects.toMatchObject({ code: 'TooManyPixels' })
  })

  test.each([
    ['a GIF', Buffer.from('GIF89a\x01\0\x01\0\0\0\0;')],
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
    ['a PDF', Buffer.from('%PDF-1.7\n')],
    ['a film in the same container as HEIC', Buffer.from('\0\0\0\x20ftypisom\0\0\x02\0isomiso2')],
    ['an AVIF under the brand of its container', Buffer.from('\0\0\0\x18ftypmif1\0\0\0\0mif1avif')],
    ['nothing', Buffer.alloc(0)],
  ])('%s is not an image', async (_, bytes) => {
    await expect(decodePhoto(bytes)).rejects.toMatchObject({ code: 'NotAnImage' })
  })
})
