import { describe, expect, test } from 'vitest'
import { listAnchors } from './anchors.ts'
import { removeDuplicates } from './detect-faces.ts'

const createDetectedFace = (x: number, y: number, side: number, score: number) => ({
  box: { x, y, width: side, height: side },
  score,
})

describe('boxes', () => {
  test('around one face leave the surest', () => {
    expect(
      removeDuplicates([createDetectedFace(0, 0, 100, 0.6), createDetectedFace(10, 5, 100, 0.9)]),
    ).toEqual([createDetectedFace(10, 5, 100, 0.9)])
  })

  test('around one face of a crowd leave the surest, also when they overlap by less than a half', () => {
    // measured in a photo of a race: an intersection over union of 0.43
    const better = { box: { x: 2736, y: 1041, width: 53, height: 73 }, score: 0.99 }
    const worse = { box: { x: 2743, y: 1061, width: 53, height: 81 }, score: 0.52 }
    expect(removeDuplicates([worse, better])).toEqual([better])
  })

  test('of a face that hides a part of the next one both stay', () => {
    expect(
      removeDuplicates([createDetectedFace(0, 0, 100, 0.9), createDetectedFace(50, 10, 100, 0.8)]),
    ).toHaveLength(2)
  })

  test('inside a surer one are parts of that face', () => {
    expect(
      removeDuplicates([createDetectedFace(0, 0, 100, 0.9), createDetectedFace(30, 30, 40, 0.8)]),
    ).toHaveLength(1)
  })

  test('of neighbours all stay', () => {
    expect(
      removeDuplicates([createDetectedFace(0, 0, 100, 0.9), createDetectedFace(80, 0, 100, 0.8)]),
    ).toHaveLength(2)
  })
})

test('there is one anchor for each number that the detector gives, also for sides that do not halve evenly', () => {
  // six levels of strides 16 to 512, 3 shapes on the first and 6 on the others
  expect(listAnchors(512, 512)).toHaveLength(32 * 32 * 3 + (16 * 16 + 8 * 8 + 4 * 4 + 2 * 2 + 1) * 6)
  expect(listAnchors(1024, 704)).toHaveLength(64 * 44 * 3 + (32 * 22 + 16 * 11 + 8 * 6 + 4 * 3 + 2 * 2) * 6)
})
