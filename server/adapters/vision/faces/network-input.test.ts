import { expect, test } from 'vitest'
import type { Pixels } from '../models/card.ts'
import { toNetworkInput } from './network-input.ts'

/** Two pictures of 2 × 1 pixels. */
const pictures = Uint8Array.from([1, 2, 3, 4, 5, 6, 11, 12, 13, 14, 15, 16])
const size = { width: 2, height: 1 }

test('bytes are passed as they are', () => {
  expect(toNetworkInput(pictures, size, { layout: 'bytes' })).toEqual({
    data: pictures,
    dimensions: [2, 1, 2, 3],
  })
})

test('planes have the order, mean and deviation of their channels', () => {
  const rgbPlanes: Pixels = { layout: 'planes', channels: 'rgb', mean: [1, 2, 3], deviation: [1, 2, 4] }
  const rgb = toNetworkInput(pictures, size, rgbPlanes)
  expect(rgb.dimensions).toEqual([2, 3, 1, 2])
  expect([...rgb.data]).toEqual([0, 3, 0, 1.5, 0, 0.75, 10, 13, 5, 6.5, 2.5, 3.25])
  const bgr = toNetworkInput(pictures, size, { ...rgbPlanes, channels: 'bgr' })
  expect([...bgr.data].slice(0, 6)).toEqual([2, 5, 0, 1.5, -0.5, 0.25])
})
