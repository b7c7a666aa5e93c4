import { expect, test } from 'vitest'
import { readHeicFixture } from '../../../../../tests/support/data/heic.ts'
import { readHeic } from './read-heic.ts'

const limits = { maxPixels: 10_000, maxDecodedPixels: 10_000 }

test.each(['srgb-8', 'srgb-10'])('%s above the limit of decoded pixels is halved', (name) => {
  const whole = readHeic(readHeicFixture(name), limits)
  const half = readHeic(readHeicFixture(name), { ...limits, maxDecodedPixels: 6000 })
  expect([whole.width, whole.height, whole.original]).toEqual([96, 64, { width: 96, height: 64 }])
  expect([half.width, half.height, half.original]).toEqual([48, 32, whole.original])
  expect(half.data).toHaveLength(whole.data.length / 4)
  const readSample = (data: Uint8Array, pixel: number) => {
    const size = name === 'srgb-10' ? 6 : 3
    return [...data.subarray(pixel * size, (pixel + 1) * size)]
  }
  // the middles of the quarters
  expect(readSample(half.data, 8 * 48 + 12)).toEqual(readSample(whole.data, 16 * 96 + 24))
  expect(readSample(half.data, 24 * 48 + 36)).toEqual(readSample(whole.data, 48 * 96 + 72))
})

test('a picture with too many pixels is refused by its header', () => {
  expect(() => readHeic(readHeicFixture('srgb-8'), { ...limits, maxPixels: 6000 })).toThrow('TooManyPixels')
})
