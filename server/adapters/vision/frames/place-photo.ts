import type { Box } from '../../../features/frame/ports.ts'

interface Size {
  readonly width: number
  readonly height: number
}

/** How a photo lies in the opening of a frame. */
export interface Placement {
  /** Part of the photo that is seen, in its pixels. */
  readonly seen: Box
  /** The opening in pixels of the photo: as large as `seen`, or larger when the whole photo lies on a mat. */
  readonly opening: Size
}

/** A head is more than the face that is found: hair above, chin and neck below, ears beside. */
const above = 0.7
const below = 0.45
const beside = 0.35
/** Faces much smaller than the largest one are strangers in the background. */
const counts = 0.4
/** Where the middle of the seen part lies when no face says otherwise: runners are in the upper half of a photo. */
const restOfHeight = 0.4

/**
 * Fills an opening with a photo, cutting off as little as the two shapes ask for, and never a head: the seen part moves
 * to where all faces are, and when they do not fit, the whole photo is shown on a mat.
 *
 * @param photo in pixels
 * @param opening in any unit; only its shape counts
 * @param faces in parts (0 to 1) of the photo's width and height
 */
export function placePhoto(photo: Size, opening: Size, faces: readonly Box[]): Placement {
  const shape = opening.width / opening.height
  const isTooTall = photo.width / photo.height < shape
  const width = isTooTall ? photo.width : Math.min(photo.width, Math.round(photo.height * shape))
  const height = isTooTall ? Math.min(photo.height, Math.round(photo.width / shape)) : photo.height
  const heads = headsOf(photo, faces)
  const start = isTooTall
    ? startOf(photo.height, height, heads.top, heads.bottom, restOfHeight)
    : startOf(photo.width, width, heads.left, heads.right, 0.5)
  if (start === undefined) return onMat(photo, shape)
  return {
    seen: { x: isTooTall ? 0 : start, y: isTooTall ? start : 0, width, height },
    opening: { width, height },
  }
}

/**
 * Where the seen part begins on one axis, in pixels.
 *
 * @returns undefined when the heads do not fit
 */
function startOf(whole: number, seen: number, first: number, last: number, rest: number): number | undefined {
  const spare = whole - seen
  if (first > last) return Math.round(spare * rest)
  if (last - first > seen) return undefined
  const middle = (first + last) / 2 - seen / 2
  // as near to the usual place as the heads allow
  const wanted = rest === 0.5 ? middle : spare * rest
  const within = Math.min(Math.max(wanted, last - seen), first)
  return Math.round(Math.min(Math.max(within, 0), spare))
}

/** What all heads that count take up together, in pixels within the photo; `first > last` when there are none. */
function headsOf(photo: Size, faces: readonly Box[]) {
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
