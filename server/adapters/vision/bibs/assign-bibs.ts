import type { Box, ReadBib } from '../../../features/photos/ports.ts'

export type FoundBib = Omit<ReadBib, 'faceIndex'>

/** Sets the typical distance of a bib's center below the chin, and its limits, in face widths. */
const usualDrop = 1.9
const maxAside = 1.3
const minDrop = 0.3
const maxDrop = 4.8
/** Minimum cost ratio of the second-best face. Otherwise the bib is not assigned. */
const clearlyWorse = 1.6

interface Claim {
  bib: number
  face: number
  cost: number
}

function overlaps(a: Box, b: Box): boolean {
  const width = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x)
  const height = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y)
  return width > 0 && height > 0 && width * height > 0.4 * Math.min(a.width * a.height, b.width * b.height)
}

/** Removes duplicates, since one bib is found in the torsos of neighbors. The reading with the highest confidence is kept. */
function withoutDoubles(bibs: readonly FoundBib[]): FoundBib[] {
  const kept: FoundBib[] = []
  for (const bib of [...bibs].sort((a, b) => b.confidence - a.confidence))
    if (!kept.some((other) => overlaps(other.box, bib.box))) kept.push(bib)
  return kept
}

/** Returns the cost of assigning a bib to a face; Infinity when it is impossible. */
function assignmentCost(bib: Box, face: Box): number {
  const sideways = Math.abs(bib.x + bib.width / 2 - face.x - face.width / 2) / face.width
  const drop = (bib.y + bib.height / 2 - face.y - face.height) / face.width
  if (sideways > maxAside || drop < minDrop || drop > maxDrop) return Infinity
  return 0.2 + sideways + 0.3 * Math.abs(drop - usualDrop)
}

/**
 * Assigns bibs to faces, at most one per face. An ambiguous bib stays unassigned: a wrong number would give a runner another
 * person's photos.
 */
export function assignBibsToFaces(found: readonly FoundBib[], faces: readonly Box[]): ReadBib[] {
  const bibs = withoutDoubles(found)
  const claims = bibs.flatMap((bib, index) =>
    faces.map(
      (face, faceIndex): Claim => ({ bib: index, face: faceIndex, cost: assignmentCost(bib.box, face) }),
    ),
  )
  const possible = claims.filter(({ cost }) => cost < Infinity).sort((a, b) => a.cost - b.cost)
  const faceByBib = new Map<number, number>()
  const taken = new Set<number>()
  for (const { bib, face, cost } of possible) {
    if (faceByBib.has(bib) || taken.has(face)) continue
    const isDoubtful = possible.some(
      (other) =>
        other.bib === bib &&
        other.face !== face &&
        !taken.has(other.face) &&
        other.cost < cost * clearlyWorse,
    )
    if (isDoubtful) continue
    faceByBib.set(bib, face)
    taken.add(face)
  }
  return bibs.map(({ text, confidence, box }, index) => ({
    text,
    confidence,
    box,
    faceIndex: faceByBib.get(index) ?? null,
  }))
}
