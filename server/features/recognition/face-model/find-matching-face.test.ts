import { expect, test } from 'vitest'
import { findMatchingFace } from './find-matching-face.ts'

const box = { x: 100, y: 100, width: 40, height: 40 }

test('the face of another detector is the one that overlaps most, if it is the same at all', () => {
  const tighter = { box: { x: 106, y: 108, width: 28, height: 30 } }
  const neighbour = { box: { ...box, x: 125 } }
  expect(findMatchingFace(box, [neighbour, tighter])).toBe(tighter)
  expect(findMatchingFace(box, [{ box: { ...box, x: 130 } }])).toBeUndefined()
  expect(findMatchingFace(box, [])).toBeUndefined()
})
