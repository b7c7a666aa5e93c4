import type { PhotoFace } from '../ports.ts'

/** In pixels: x to the right, y down. */
type Position = readonly [x: number, y: number]
type Box = PhotoFace['box']

/** Returns whether a point is inside a box. */
export function isInBox([pointX, pointY]: Position, { x, y, width, height }: Box): boolean {
  return pointX > x && pointX < x + width && pointY > y && pointY < y + height
}

/** Returns the face around a point, or null when there is none. */
export function selectFaceAt<Face extends Pick<PhotoFace, 'box'>>(
  faces: readonly Face[],
  point: Position,
): Face | null {
  return faces.find(({ box }) => isInBox(point, box)) ?? null
}

/** Returns the face of the person whose picture it is: the one in the middle, or else the largest; null when there is none. */
export function selectOwnFace<Face extends Pick<PhotoFace, 'box' | 'sizeInPixels'>>(
  faces: readonly Face[],
  { width, height }: { readonly width: number; readonly height: number },
): Face | null {
  const [largest] = faces.toSorted((a, b) => b.sizeInPixels - a.sizeInPixels)
  return selectFaceAt(faces, [width / 2, height / 2]) ?? largest ?? null
}
