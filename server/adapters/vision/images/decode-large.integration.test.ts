import sharp from 'sharp'
import { expect, test } from 'vitest'
import { decodePhoto } from './decode.ts'

test.each([
  [9504, 6336, 1],
  [14_204, 10_560, 1],
  [9504, 6336, 6],
])(
  'a JPEG of %i × %i pixels and orientation %i is halved while it is read',
  async (wide, high, orientation) => {
    const flat = sharp({ create: { width: wide, height: high, channels: 3, background: '#d02020' } })
    const { bitmap, width, height } = await decodePhoto(
      await flat.withMetadata({ orientation }).jpeg({ quality: 50 }).toBuffer(),
    )
    const upright = orientation === 6 ? [high, wide] : [wide, high]
    expect([width, height]).toEqual(upright)
    expect([bitmap.width, bitmap.height]).toEqual(upright.map((side) => side / 2))
    const [red = 0, , blue = 0] = bitmap.data.subarray(-3)
    expect(red).toBeGreaterThan(150)
    expect(blue).toBeLessThan(100)
  },
  60_000,
)
