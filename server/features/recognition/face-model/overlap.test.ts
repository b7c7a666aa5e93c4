import { expect, test } from 'vitest'
import { computeOverlap, findMatchingFace } from './overlap.ts'

const box = { x: 100, y: 100, width: 40, height: 40 }

test('overlap is the share of the common area', () => {
  expect(computeOverlap(box, box)).toBe(1)
  expect(computeOverlap(box, { ...box, x: 120 })).toBeCloseTo(1 / 3)
  expect(computeOverlap(box, { ...box, x: 140 })).toBe(0)
  expect(computeOverlap(box, { ...box, y: 300 })).toBe(0)
})

test('the face of another detector is the one that overlaps most, if it is the same at all', () => {
  const tighter = { box: { x: 106, y: 108, width: 28, height: 30 } }
  const neighbour = { box: { ...box, x: 125 } }
  expect(findMatchingFace(box, [neighbour, tighter])).toBe(tighter)
  expect(findMatchingFace(box, [{ box: { ...box, x: 130 } }])).toBeUndefined()
  expect(findMatchingFace(box, [])).toBeUndefined()
})
