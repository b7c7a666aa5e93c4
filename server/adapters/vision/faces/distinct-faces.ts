import type { Box } from '../../../features/photos/ports.ts'
import type { Point } from './landmarks.ts'

/** Landmarks of the nose, the eyes and the mouth. The jaw and the brows are less certain. */
const firstInnerPoint = 27
/** Two boxes of one face have their features this close, in widths of the smaller box. Faces of neighbours are at 1 or more. */
const maxOffset = 0.5

function getMiddle(points: readonly Point[]): Point {
  const inner = points.slice(firstInnerPoint)
  const average = (axis: 0 | 1) => inner.reduce((sum, point) => sum + point[axis], 0) / inner.length
  return [average(0), average(1)]
}

/**
 * Returns the indexes of the faces without those that show a face again. A box that is shifted by half of a face overlaps the
 * better one no more than a neighbour's does, but the eyes, nose and mouth found in both are in the same place.
 *
 * @param boxes best first
 * @param points 68 points for each box, as from `detectLandmarks`; empty for a box that is compared with no other
 */
export function selectDistinctFaces(boxes: readonly Box[], points: readonly (readonly Point[])[]): number[] {
  const middles = points.map(getMiddle)
  const isSameFace = (one: number, other: number) => {
    const [x1, y1] = middles[one] ?? [0, 0]
    const [x2, y2] = middles[other] ?? [0, 0]
    const width = Math.min(boxes[one]?.width ?? 0, boxes[other]?.width ?? 0)
    return Math.hypot(x1 - x2, y1 - y2) < width * maxOffset
  }
  const distinct: number[] = []
  boxes.forEach((_, index) => {
    if (!distinct.some((better) => isSameFace(better, index))) distinct.push(index)
  })
  return distinct
}
