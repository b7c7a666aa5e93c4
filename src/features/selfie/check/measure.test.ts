import sharp, { type Sharp } from 'sharp'
import { expect, it } from 'vitest'
import { measureBrightness, measureLight } from './measure.ts'
import { resample } from './resample.ts'
import type { Pixels } from './tiny-face.ts'

async function readPixels(image: Sharp): Promise<Pixels> {
  const { data, info } = await image.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

const face = { x: 220, y: 326, width: 497, height: 542 }
const openSelfie = () => sharp('demo/selfies/good-a01-andrei.jpg')

it('a blurred face has less detail, the more it is blurred', async () => {
  const measureSharpness = async (image: Sharp) => measureLight(await readPixels(image), face).sharpness
  const values = [
    await measureSharpness(openSelfie()),
    await measureSharpness(openSelfie().blur(3)),
    await measureSharpness(openSelfie().blur(16)),
  ]
  expect(values).toEqual([...values].sort((a, b) => b - a))
  expect(values[0]).toBeGreaterThan(100)
  expect(values[2]).toBeLessThan(40)
})

it('measures the light of the face, and of the whole', async () => {
  const dark = await readPixels(openSelfie().linear(0.2, 0))
  const light = await readPixels(openSelfie())
  expect(measureLight(dark, face).brightness).toBeCloseTo(measureLight(light, face).brightness * 0.2, -1)
  expect(measureBrightness(dark)).toBeLessThan(40)
})

it('made smaller, a picture keeps its mean; outside, its edge goes on', () => {
  const stripes = new Uint8ClampedArray(8 * 8 * 4).map((_, index) => ((index >> 2) % 2 === 0 ? 200 : 100))
  const picture = { data: stripes, width: 8, height: 8 }
  const small = resample(picture, { x: 0, y: 0, width: 8, height: 8 }, 2, 2)
  expect([...small.data].filter((_, index) => index % 4 !== 3)).toEqual(Array(12).fill(150))
  const outside = resample(picture, { x: -8, y: -8, width: 8, height: 8 }, 2, 2)
  expect(outside.data[0]).toBe(200)
})
