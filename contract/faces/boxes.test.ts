import { expect, test } from 'vitest'
import { computeIntersectionArea, computeOverlap } from './boxes.ts'

const box = { x: 100, y: 100, width: 40, height: 40 }

test('overlap is the share of the common area', () => {
  expect(computeOverlap(box, box)).toBe(1)
  expect(computeOverlap(box, { ...box, x: 120 })).toBeCloseTo(1 / 3)
  expect(computeOverlap(box, { ...box, x: 140 })).toBe(0)
  expect(computeOverlap(box, { ...box, y: 300 })).toBe(0)
})

test('boxes that are apart on both sides have no common area', () => {
  expect(computeIntersectionArea(box, { ...box, x: 120, y: 130 })).toBe(200)
  expect(computeIntersectionArea(box, { ...box, x: 200, y: 200 })).toBe(0)
})

test('boxes without an area have no overlap', () => {
  const empty = { ...box, width: 0 }
  expect(computeOverlap(empty, empty)).toBe(0)
})
