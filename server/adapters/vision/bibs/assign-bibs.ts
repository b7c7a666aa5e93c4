import { computeArea, computeIntersectionArea } from '../../../../contract/faces/boxes.ts'
import type { Box, ReadBib } from '../../../features/photos/ports.ts'

export type FoundBib = Omit<ReadBib, 'faceIndex'>

/** Sets the typical distance of a bib's center below the chin, and its limits, in face widths. */
const typicalDrop = 1.9
const maxSideOffset = 1.3
const minDrop = 0.3
const maxDrop = 4.8
/** Minimum cost ratio of the second-best face. Otherwise the bib is not assigned. */
const minCostRatio = 1.6

interface AssignmentCandidate {
  bib: number
  face: number
  cost: number
}

function isOverlapping(a: Box, b: Box): boolean {
  return computeIntersectionArea(a, b) > 0.4 * Math.min(computeArea(a), computeArea(b))
}

const isPartialReading = (bib: FoundBib, other: FoundBib) =>
  other.text.length > bib.text.length && other.text.includes(bib.text)

/**
 * Removes duplicates, since one bib is found in the torsos of neighbors. Of two readings, one of which contains the other, the
 * longer one is kept, because digits of the other are hidden or cut off. Otherwise the reading with the highest confidence is
 * kept.
 */
function removeDuplicates(bibs: readonly FoundBib[]): FoundBib[] {
  const whole = bibs.filter(
    (bib) => !bibs.some((other) => isPartialReading(bib, other) && isOverlapping(bib.box, other.box)),
  )
  const uniqueBibs: FoundBib[] = []
  for (const bib of whole.sort((a, b) => b.confidence - a.confidence))
    if (!uniqueBibs.some((other) => isOverlapping(other.box, bib.box))) uniqueBibs.push(bib)
  return uniqueBibs
}

/** Returns the cost of assigning a bib to a face; Infinity when it is impossible. */
function computeCost(bib: Box, face: Box): number {
  const sideOffset = Math.abs(bib.x + bib.width / 2 - face.x - face.width / 2) / face.width
  const drop = (bib.y + bib.height / 2 - face.y - face.height) / face.width
  if (sideOffset > maxSideOffset || drop < minDrop || drop > maxDrop) return Infinity
  return 0.2 + sideOffset + 0.3 * Math.abs(drop - typicalDrop)
}

/**
 * Assigns bibs to faces, at most one per face. An ambiguous bib stays unassigned: a wrong number would give a runner another
 * person's photos.
 */
export function assignBibsToFaces(foundBibs: readonly FoundBib[], faces: readonly Box[]): ReadBib[] {
  const bibs = removeDuplicates(foundBibs)
  const candidates = bibs.flatMap((bib, index) =>
    faces.map(
      (face, faceIndex): AssignmentCandidate => ({
        bib: index,
        face: faceIndex,
        cost: computeCost(bib.box, face),
      }),
    ),
  )
  const possibleCandidates = candidates.filter(({ cost }) => cost < Infinity).sort((a, b) => a.cost - b.cost)
  const faceByBib = new Map<number, number>()
  const assignedFaces = new Set<number>()
  for (const { bib, face, cost } of possibleCandidates) {
    if (faceByBib.has(bib) || assignedFaces.has(face)) continue
    const isAmbiguous = possibleCandidates.some(
      (other) =>
        other.bib === bib &&
        other.face !== face &&
        !assignedFaces.has(other.face) &&
        other.cost < cost * minCostRatio,
    )
    if (isAmbiguous) continue
    faceByBib.set(bib, face)
    assignedFaces.add(face)
  }
  return bibs.map(({ text, confidence, box }, index) => ({
    text,
    confidence,
    box,
    faceIndex: faceByBib.get(index) ?? null,
  }))
}
