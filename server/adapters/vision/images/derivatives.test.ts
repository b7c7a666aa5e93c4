import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { createRedAndBluePicture } from '../../../../tests/support/data/sample-pictures.ts'
import { decodePhoto } from './decode.ts'
import { makeDerivatives } from './derivatives.ts'
import { makePyramid } from './pyramid.ts'

async function makeTestDerivatives(photo: Sharp, text = 'Photofinish · Три моста') {
  const { bitmap } = await decodePhoto(await photo.jpeg({ quality: 95 }).toBuffer())
  return makeDerivatives(await makePyramid(bitmap), text)
}

const createLargePicture = () =>
  sharp({ create: { width: 2400, height: 1600, channels: 3, background: '#808080' } })

describe('the pictures shown before buying', () => {
  test('are at most 1280, 640, 400 and 280 px long', async () => {
    const { preview, medium, thumb, tiny } = await makeTestDerivatives(createLargePicture())
    for (const [picture, format, width, height] of [
      [preview, 'jpeg', 1280, 853],
      [medium, 'webp', 640, 427],
      [thumb, 'webp', 400, 267],
      [tiny, 'webp', 280, 187],
    ] as const) {
      expect([picture?.mime, picture?.width, picture?.height]).toEqual([`image/${format}`, width, height])
      expect(await sharp(picture?.bytes).metadata()).toMatchObject({ format, width, height })
    }
  })

  test('of a real photo weigh little where every byte counts', async () => {
    const { tiny } = await makeTestDerivatives(
      sharp(join(import.meta.dirname, '../../../../demo/photos-a/A001.jpg')),
    )
    expect(tiny.bytes.length).toBeLessThan(10_000)
  })

  test('of a small photo are not blown up', async () => {
    const pictures = await makeTestDerivatives(createRedAndBluePicture())
    expect(pictures.medium).toBeUndefined()
    for (const { width, height } of [pictures.preview, pictures.thumb, pictures.tiny])
      expect([width, height]).toEqual([96, 64])
  })

  // both alphabets, and markup that is only text
  test.each(['Photofinish', 'Фотофиниш', '<b>&"'])('carry the watermark %s', async (text) => {
    const { preview, medium, thumb, tiny } = await makeTestDerivatives(createLargePicture(), text)
    for (const [picture, leastSpread] of [
      [preview, 5],
      [medium, 3],
      [thumb, 2],
      [tiny, 2],
    ] as const)
      expect((await sharp(picture?.bytes).stats()).channels[0]?.stdev).toBeGreaterThan(leastSpread)
  })

  test('tell nothing of camera and place', async () => {
    const { preview, medium, thumb, tiny } = await makeTestDerivatives(
      createLargePicture().withExif({
        IFD0: { Make: 'Camera' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '59/1 56/1 0/1' },
      }),
    )
    for (const picture of [preview, medium, thumb, tiny]) {
      const metadata = await sharp(picture?.bytes).metadata()
      expect([metadata.exif, metadata.xmp, metadata.iptc, metadata.icc]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ])
    }
  })

  test('come with a placeholder small enough to send in a list', async () => {
    const { placeholder } = await makeTestDerivatives(createRedAndBluePicture().resize(900, 600))
    expect(placeholder).toMatch(/^data:image\/webp;base64,/)
    expect(placeholder.length).toBeLessThan(240)
  })
})
