import type { PhotoFace } from '../ports.ts'

type Box = PhotoFace['box']

/** Detectors draw boxes of different sizes around one face: ear to ear, or the whole head. */
const minOverlap = 0.25

/** Returns the area of the intersection of two boxes divided by that of their union, 0 to 1. */
export function computeOverlap(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  if (width <= 0 || height <= 0) return 0
  const shared = width * height
  return shared / (a.width * a.height + b.width * b.height - shared)
}

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
