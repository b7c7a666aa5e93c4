/** A rectangle in a picture, from its top left corner, in pixels. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Returns the area of a box in square pixels. */
export function computeArea({ width, height }: Box): number {
  return width * height
}

/** Returns the area of the intersection of two boxes in square pixels; 0 for boxes apart. */
export function computeIntersectionArea(a: Box, b: Box): number {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 ? width * height : 0
}

/** Returns the intersection of two boxes divided by their union, 0 to 1. */
export function computeOverlap(a: Box, b: Box): number {
  const shared = computeIntersectionArea(a, b)
  return shared === 0 ? 0 : shared / (computeArea(a) + computeArea(b) - shared)
}
