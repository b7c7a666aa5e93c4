import { type Box, computeArea, computeIntersectionArea } from './boxes.ts'

/** A smaller face, relative to the area of the main one, is in the background. */
const minAreaShare = 0.25
/**
 * A face with less prominence, relative to the main one, is in the background. Two people next to each other reach 0.4 when one
 * face is two thirds as tall as the other; people behind a runner at 0.6 of the area reach 0.26. See docs/recognition.md.
 */
const minProminenceShare = 0.4
/** A box that overlaps the main one with more than this fraction of its area shows the same face. */
const maxOverlapShare = 0.4

/** Returns the area, weighted by the nearness to the middle of the picture: 1 there, 0 in its corners. */
function computeProminence(face: Box, picture: { readonly width: number; readonly height: number }): number {
  const x = (2 * (face.x + face.width / 2)) / picture.width - 1
  const y = (2 * (face.y + face.height / 2)) / picture.height - 1
  return computeArea(face) * Math.max(0, 1 - Math.hypot(x, y) / Math.SQRT2)
}

/**
 * Returns whether a second face in a selfie may be the one that is meant. If not, it is in the background: clearly smaller than
 * the largest face, or smaller and at the edge of the picture.
 *
 * @param main the largest face
 * @param picture its size in pixels
 */
export function isOtherPerson(
  other: Box,
  main: Box,
  picture: { readonly width: number; readonly height: number },
): boolean {
  return (
    computeArea(other) >= computeArea(main) * minAreaShare &&
    computeProminence(other, picture) >= computeProminence(main, picture) * minProminenceShare &&
    computeIntersectionArea(other, main) < computeArea(other) * maxOverlapShare
  )
}
