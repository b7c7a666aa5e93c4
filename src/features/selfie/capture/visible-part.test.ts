import { expect, it } from 'vitest'
import { computeVisiblePart } from './visible-part.ts'

it('cuts the sides off a wide frame, and nothing else', () => {
  expect(computeVisiblePart({ width: 1280, height: 720 })).toEqual({ x: 356, y: 0, width: 568, height: 720 })
})

it('cuts top and bottom off a tall frame', () => {
  expect(computeVisiblePart({ width: 720, height: 1280 })).toEqual({ x: 0, y: 184, width: 720, height: 912 })
})

it('never leaves the frame', () => {
  for (const width of [300, 301, 480, 640, 999])
    for (const height of [380, 379, 640, 1001]) {
      const part = computeVisiblePart({ width, height })
      expect(part.x + part.width).toBeLessThanOrEqual(width)
      expect(part.y + part.height).toBeLessThanOrEqual(height)
    }
})
