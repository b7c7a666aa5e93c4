import { type Box, computeOverlap } from '../../../../contract/faces/boxes.ts'

/** Detectors draw boxes of different sizes around one face: ear to ear, or the whole head. */
const minOverlap = 0.25

/** Returns the item whose box overlaps most with a box; undefined when none is the same face. */
export function findMatchingFace<Item extends { readonly box: Box }>(
  box: Box,
  items: readonly Item[],
): Item | undefined {
  let [best, largestOverlap]: [Item | undefined, number] = [undefined, minOverlap]
  for (const item of items) {
    const overlap = computeOverlap(box, item.box)
    if (overlap >= largestOverlap) [best, largestOverlap] = [item, overlap]
  }
  return best
}
