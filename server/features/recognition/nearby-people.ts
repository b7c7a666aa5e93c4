import { distanceBetween } from './embedding.ts'

/** Describes a face that may be the runner's, with the data that separates it from other people. */
export interface NearbyFace {
  readonly faceId: string
  readonly photoId: string
  /** Normalised, see `embedding.ts`. */
  readonly embedding: Float32Array
  /** The start number read under this face, if it is on the start list; null otherwise. */
  readonly bib: string | null
}

export interface CrowdOptions {
  /** Up to this distance from the center of a group, a face belongs to the same person. */
  readonly groupRadius: number
  /** Up to this distance from the runner, faces are graded; only these need a group. */
  readonly gradedRadius: number
  /** Distance assumed for people who are beyond the search radius. */
  readonly searchRadius: number
  /** The runner's start number; faces with it are not other people. */
  readonly wornBib: string | null
}

/** Number of other people in the crowd that a face must stand out from; see docs/decisions.md. */
const crowdSize = 5

interface Group {
  readonly center: Float32Array
  readonly photoIds: Set<string>
  size: number
  bib: string | null
  /** Distance of the member nearest to the runner. */
  readonly distance: number
  readonly faceIds: string[]
}

/**
 * Returns how much nearer to the runner each face is than other people are: its distance divided by the mean distance of the
 * five nearest other people. Faces far below 1 stand out; faces near 1 are no more similar than strangers by chance. Unlike a
 * fixed distance, this adapts to how many people an event has and how common a face is.
 *
 * Faces are put into groups, nearest first, one group for each person. Two faces in one photo, and faces with different start
 * numbers, are different people. Costs one comparison for each group and each face that is nearer than the crowd.
 *
 * @param faces within the search radius, in any order
 * @param measureDistance from the runner
 * @returns by face id; only for faces within `gradedRadius` that are not farther away than any crowd, as those of strangers are
 */
export function computeCrowdShares(
  faces: readonly NearbyFace[],
  measureDistance: (face: NearbyFace) => number,
  options: CrowdOptions,
): Map<string, number> {
  const nearestFirst = faces
    .map((face) => ({ face, distance: measureDistance(face) }))
    .sort((a, b) => a.distance - b.distance || (a.face.faceId < b.face.faceId ? -1 : 1))
  const { wornBib } = options
  const groups: Group[] = []
  const getOtherGroups = () => groups.filter(({ bib }) => wornBib === null || bib !== wornBib)
  for (const { face, distance } of nearestFirst) {
    const crowd = getOtherGroups().slice(1, crowdSize + 1)
    // No face from here on stands out: it is farther away than any crowd.
    if (crowd.length === crowdSize && distance > Math.min(options.gradedRadius, meanDistance(crowd))) break
    addToGroup(groups, face, distance, options.groupRadius)
  }
  const crowdDistances = new Map<string, number>()
  for (const group of groups) {
    const crowd: Pick<Group, 'distance'>[] = getOtherGroups()
      .filter((other) => other !== group)
      .slice(0, crowdSize)
    while (crowd.length < crowdSize) crowd.push({ distance: options.searchRadius })
    for (const faceId of group.faceIds) crowdDistances.set(faceId, meanDistance(crowd))
  }
  return new Map(
    nearestFirst.flatMap(({ face: { faceId }, distance }) => {
      const crowd = distance <= options.gradedRadius ? crowdDistances.get(faceId) : undefined
      return crowd === undefined ? [] : [[faceId, distance / crowd]]
    }),
  )
}

function meanDistance(crowd: readonly Pick<Group, 'distance'>[]): number {
  return crowd.reduce((sum, { distance }) => sum + distance, 0) / crowd.length
}

/** Adds a face to the group with the nearest center, or starts a new group. */
function addToGroup(groups: Group[], face: NearbyFace, distance: number, groupRadius: number): void {
  let [nearest, smallestDistance]: [Group | undefined, number] = [undefined, groupRadius]
  for (const group of groups) {
    const isOtherPerson = group.bib !== null && face.bib !== null && group.bib !== face.bib
    if (isOtherPerson || group.photoIds.has(face.photoId)) continue
    const distanceToGroup = distanceBetween(group.center, face.embedding)
    if (distanceToGroup <= smallestDistance) [nearest, smallestDistance] = [group, distanceToGroup]
  }
  if (!nearest) {
    const { photoId, faceId, bib } = face
    const center = Float32Array.from(face.embedding)
    groups.push({ center, photoIds: new Set([photoId]), size: 1, bib, distance, faceIds: [faceId] })
    return
  }
  const { center } = nearest
  nearest.size++
  for (let i = 0; i < center.length; i++)
    center[i] = (center[i] ?? 0) + ((face.embedding[i] ?? 0) - (center[i] ?? 0)) / nearest.size
  nearest.photoIds.add(face.photoId)
  nearest.bib ??= face.bib
  nearest.faceIds.push(face.faceId)
}
