import type { Box } from '../../../features/frame/ports.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** Describes the position of a photo in the opening of a frame. */
export interface Placement {
  /** The visible part of the photo, in its pixels. */
  readonly visibleBox: Box
  /** The opening in pixels of the photo: as large as `seen`, or larger when the whole photo is on a mat. */
  readonly opening: Size
}

/** Margins around a detected face that include the whole head: hair, chin and neck, ears. */
const marginAbove = 0.7
const marginBelow = 0.45
const marginBeside = 0.35
/** Faces smaller than this, relative to the largest one, are ignored as background. */
const minRelativeSize = 0.4
/** Default vertical center of the visible part: runners are in the upper half of a photo. */
const defaultVerticalCenter = 0.4

/**
 * Fills an opening with a photo with minimal cropping, without cutting off a head. The visible part moves to include all
 * faces. If they do not fit, the whole photo is shown on a mat.
 *
 * @param photo in pixels
 * @param opening in any unit; only its aspect ratio is used
 * @param faces relative (0 to 1) to the photo's width and height
 */
export function placePhoto(photo: Size, opening: Size, faces: readonly Box[]): Placement {
  const aspectRatio = opening.width / opening.height
  const isTooTall = photo.width / photo.height < aspectRatio
  const width = isTooTall ? photo.width : Math.min(photo.width, Math.round(photo.height * aspectRatio))
  const height = isTooTall ? Math.min(photo.height, Math.round(photo.width / aspectRatio)) : photo.height
  const heads = estimateHeads(photo, faces)
  const start = isTooTall
    ? chooseStart(photo.height, height, heads.top, heads.bottom, defaultVerticalCenter)
    : chooseStart(photo.width, width, heads.left, heads.right, 0.5)
  if (start === undefined) return placeOnMat(photo, aspectRatio)
  return {
    visibleBox: { x: isTooTall ? 0 : start, y: isTooTall ? start : 0, width, height },
    opening: { width, height },
  }
}

/**
 * Returns the start of the visible part on one axis, in pixels.
 *
 * @returns undefined when the heads do not fit
 */
function chooseStart(
  photoLength: number,
  visibleLength: number,
  first: number,
  last: number,
  defaultCenter: number,
): number | undefined {
  const spareLength = photoLength - visibleLength
  if (first > last) return Math.round(spareLength * defaultCenter)
  if (last - first > visibleLength) return undefined
  const middle = (first + last) / 2 - visibleLength / 2
  // as close to the default as the heads allow
  const preferredStart = defaultCenter === 0.5 ? middle : spareLength * defaultCenter
  const limitedStart = Math.min(Math.max(preferredStart, last - visibleLength), first)
  return Math.round(Math.min(Math.max(limitedStart, 0), spareLength))
}

/** Returns the bounding box of all relevant heads, in pixels within the photo. `first > last` when there are none. */
function estimateHeads(photo: Size, faces: readonly Box[]) {
  const largest = Math.max(0, ...faces.map((face) => face.height))
  const heads = faces.filter((face) => face.height >= largest * minRelativeSize)
  const computeEdge = (values: number[], pick: 'min' | 'max', length: number) =>
    Math.min(length, Math.max(0, Math[pick](...values) * length))
  if (heads.length === 0) return { left: 1, right: 0, top: 1, bottom: 0 }
  return {
    left: computeEdge(
      heads.map(({ x, width }) => x - width * marginBeside),
      'min',
      photo.width,
    ),
    right: computeEdge(
      heads.map(({ x, width }) => x + width * (1 + marginBeside)),
      'max',
      photo.width,
    ),
    top: computeEdge(
      heads.map(({ y, height }) => y - height * marginAbove),
      'min',
      photo.height,
    ),
    bottom: computeEdge(
      heads.map(({ y, height }) => y + height * (1 + marginBelow)),
      'max',
      photo.height,
    ),
  }
}

function placeOnMat(photo: Size, aspectRatio: number): Placement {
  return {
    visibleBox: { x: 0, y: 0, ...photo },
    opening: {
      width: Math.max(photo.width, Math.round(photo.height * aspectRatio)),
      height: Math.max(photo.height, Math.round(photo.width / aspectRatio)),
    },
  }
}
