import { expect, test } from 'vitest'
import { selectOwnFace } from './own-face.ts'

const createFace = (x: number, y: number, sizeInPixels: number) => ({
  box: { x, y, width: sizeInPixels, height: sizeInPixels },
  sizeInPixels,
})

const picture = { width: 200, height: 100 }

test('the face in the middle of a picture is the person, also next to a larger one', () => {
  const [large, middle] = [createFace(0, 0, 60), createFace(90, 40, 20)]
  expect(selectOwnFace([large, middle], picture)).toBe(middle)
})

test('without a face in the middle the largest is the person', () => {
  const [small, large] = [createFace(0, 0, 20), createFace(140, 0, 40)]
  expect(selectOwnFace([small, large], picture)).toBe(large)
  expect(selectOwnFace([], picture)).toBeNull()
})
