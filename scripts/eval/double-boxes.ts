import type { Box } from '../../server/features/photos/ports.ts'
import type { Tally } from '../../server/features/recognition/evaluation/statistics.ts'

function isMiddleInside({ x, y, width, height }: Box, outer: Box): boolean {
  const [middleX, middleY] = [x + width / 2, y + height / 2]
  return (
    middleX > outer.x &&
    middleX < outer.x + outer.width &&
    middleY > outer.y &&
    middleY < outer.y + outer.height
  )
}

/**
 * Counts the boxes that show a face a second time, among all boxes of a photo: those whose middle is inside an earlier box, or
 * the other way round. Neighbours in a crowd stay apart unless half of a face is hidden.
 */
export function countDoubleBoxes(boxes: readonly Box[]): Tally {
  const doubles = boxes.filter((box, i) =>
    boxes.slice(0, i).some((other) => isMiddleInside(box, other) || isMiddleInside(other, box)),
  )
  return { count: doubles.length, total: boxes.length }
}
