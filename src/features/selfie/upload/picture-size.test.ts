import { expect, it } from 'vitest'
import { encodingAttempts, fitInside } from './picture-size.ts'

it('shrinks the long side and keeps the shape', () => {
  expect(fitInside({ width: 4000, height: 3000 }, 1280)).toEqual({ width: 1280, height: 960 })
  expect(fitInside({ width: 3000, height: 4000 }, 1280)).toEqual({ width: 960, height: 1280 })
})

it('never enlarges, and never loses a side altogether', () => {
  expect(fitInside({ width: 640, height: 480 }, 1280)).toEqual({ width: 640, height: 480 })
  expect(fitInside({ width: 9000, height: 1 }, 1280)).toEqual({ width: 1280, height: 1 })
})

it('every attempt is lighter than the one before', () => {
  const sizes = encodingAttempts.map(({ side, quality }) => side * side * quality)
  expect(sizes).toEqual([...sizes].sort((a, b) => b - a))
})
