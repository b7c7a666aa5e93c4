import { expect, test } from 'vitest'
import type { Box } from '../../../features/photos/ports.ts'
import { selectDistinctFaces } from './distinct-faces.ts'
import type { Point } from './landmarks.ts'

/** Places all 68 points around a middle. */
const createPoints = (middleX: number, middleY: number): Point[] =>
  Array.from({ length: 68 }, (_, i) => [middleX + (i % 2 === 0 ? -5 : 5), middleY + (i % 4 < 2 ? -5 : 5)])

const createBox = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height })

test('a box beside a better one is dropped when it shows the same eyes, nose and mouth', () => {
  // an intersection over union of 0.25, as of neighbours
  const boxes = [createBox(4917, 2395, 143, 238), createBox(4850, 2475, 154, 226)]
  expect(selectDistinctFaces(boxes, [createPoints(4985, 2540), createPoints(4950, 2580)])).toEqual([0])
})

test('faces of neighbours stay, also where one hides a part of the other', () => {
  const boxes = [createBox(0, 0, 100, 140), createBox(70, 10, 100, 140), createBox(170, 0, 90, 120)]
  const points = [createPoints(50, 80), createPoints(122, 90), createPoints(215, 70)]
  expect(selectDistinctFaces(boxes, points)).toEqual([0, 1, 2])
})
