import type { Box } from '../../../features/frame/ports.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** Describes the position of a photo in the opening of a frame. */
export interface Placement {
  /** The visible part of the photo, in its pixels. */
  readonly seen: Box
  /** The opening in pixels of the photo: as large as `seen`, or larger when the whole photo is on a mat. */
  readonly opening: Size
}

/** Margins around a detected face that include the whole head: hair, chin and neck, ears. */
const above = 0.7
const below = 0.45
const beside = 0.35
/** Faces smaller than this, relative to the largest one, are ignored as background. */
const counts = 0.4
/** Default vertical center of the visible part: runners are in the upper half of a photo. */
const restOfHeight = 0.4

/**
 * Fills an opening with a photo with minimal cropping, without cutting off a head. The visible part moves to include all
 * faces. If they do not fit, the whole photo is shown on a mat.
 *
 * @param photo in pixels
 * @param opening in any unit; only its aspect ratio is used
 * @param faces relative (0 to 1) to the photo's width and height
 */
export function placePhoto(photo: Size, opening: Size, faces: readonly Box[]): Placement {
  const shape = opening.width / opening.height
  const isTooTall = photo.width / photo.height < shape
  const width = isTooTall ? photo.width : Math.min(photo.width, Math.round(photo.height * shape))
  const height = isTooTall ? Math.min(photo.height, Math.round(photo.width / shape)) : photo.height
  const heads = estimateHeads(photo, faces)
  const start = isTooTall
    ? chooseStart(photo.height, height, heads.top, heads.bottom, restOfHeight)
    : chooseStart(photo.width, width, heads.left, heads.right, 0.5)
  if (start === undefined) return onMat(photo, shape)
  return {
    seen: { x: isTooTall ? 0 : start, y: isTooTall ? start : 0, width, height },
    opening: { width, height },
  }
}

/**
 * Returns the start of the visible part on one axis, in pixels.
 *
 * @returns undefined when the heads do not fit
 */
function chooseStart(
  whole: number,
  seen: number,
  first: number,
  last: number,
  rest: number,
): number | undefined {
  const spare = whole - seen
  if (first > last) return Math.round(spare * rest)
  if (last - first > seen) return undefined
  const middle = (first + last) / 2 - seen / 2
  // as close to the default as the heads allow
  const wanted = rest === 0.5 ? middle : spare * rest
  const within = Math.min(Math.max(wanted, last - seen), first)
  return Math.round(Math.min(Math.max(within, 0), spare))
}

/** Returns the bounding box of all relevant heads, in pixels within the photo. `first > last` when there are none. */
function estimateHeads(photo: Size, faces: readonly Box[]) {
  const largest = Math.max(0, ...faces.map((face) => face.height))
  const heads = faces.filter((face) => face.height >= largest * counts)
  const edge = (values: number[], pick: 'min' | 'max', length: number) =>
    Math.min(length, Math.max(0, Math[pick](...values) * length))
  if (heads.length === 0) return { left: 1, right: 0, top: 1, bottom: 0 }
  return {
    left: edge(
      heads.map(({ x, width }) => x - width * beside),
      'min',
      photo.width,
    ),
    right: edge(
      heads.map(({ x, width }) => x + width * (1 + beside)),
      'max',
      photo.width,
    ),
    top: edge(
      heads.map(({ y, height }) => y - height * above),
      'min',
      photo.height,
    ),
    bottom: edge(
      heads.map(({ y, height }) => y + height * (1 + below)),
      'max',
      photo.height,
    ),
  }
}

function onMat(photo: Size, shape: number): Placement {
  return {
    seen: { x: 0, y: 0, ...photo },
    opening: {
      width: Math.max(photo.width, Math.round(photo.height * shape)),
      height: Math.max(photo.height, Math.round(photo.width / shape)),
    },
  }
}
