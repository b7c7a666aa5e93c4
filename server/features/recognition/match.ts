import { averageEmbeddings, distanceBetween } from './embedding.ts'
import { computeCrowdShares } from './nearby-people.ts'
import type { FaceThresholds } from './ports.ts'

/** Describes a face close to the runner's, with data of its photo. */
export interface Candidate {
  photoId: string
  faceId: string
  /** Normalised, see `embedding.ts`. */
  embedding: Float32Array
  /** Euclidean, from the runner's selfie; both normalised. */
  distance: number
  /** Long side of the face in pixels of the original photo. */
  sizeInPixels: number
  /** The start number read under this face, if it is on the start list; null otherwise. */
  bib: string | null
}

/** The runner's answers about photos, which override all computed results. */
export interface Answers {
  itsMe: ReadonlySet<string>
  notMe: ReadonlySet<string>
}

export interface MatchOptions {
  /** The embedding of the selfie, normalised. */
  selfie: Float32Array
  /** Limits of the model of all embeddings, see `deriveThresholds`. */
  thresholds: FaceThresholds
  answers?: Answers
}

export interface Match {
  photoId: string
  /** Null for a photo that the runner confirmed without a face close to theirs. */
  faceId: string | null
  distance: number | null
  /** `sure` is sold and delivered; `maybe` is only shown, with a question. */
  tier: 'sure' | 'maybe'
}

export interface MatchResult {
  /** Sure ones first, then by distance; each photo once. Only the nearest 12 of `maybe`. */
  matches: Match[]
  /** The runner's most likely start number; null when it is ambiguous or unknown. */
  bib: string | null
}

/** Maximum number of certain faces that are averaged with the selfie. */
const maxStrongFaces = 64
/** Maximum number of `maybe` photos: hardly any further one shows the runner. */
const maxPossibleMatches = 12
/** Embeddings of faces below this size are less stable, so they must be nearer. */
const smallFaceInPixels = 32
const similaritySteepness = 7.2

/**
 * Returns the thresholds of a model, moved for an event with its own threshold.
 *
 * @param ofEvent distance of sure matches with the default model; null for none. With another model, the difference from the
 * default is scaled by the distances of the two models.
 */
export function deriveThresholds(
  ofModel: FaceThresholds,
  ofDefaultModel: FaceThresholds,
  ofEvent: number | null,
): FaceThresholds {
  if (ofEvent === null) return ofModel
  const difference = ((ofEvent - ofDefaultModel.sure) * ofModel.sure) / ofDefaultModel.sure
  const { strong, sure, maybe, sameBib, smallFace, crowd } = ofModel
  return {
    ...ofModel,
    strong: strong + difference,
    sure: sure + difference,
    maybe: maybe + difference,
    sameBib: sameBib + difference,
    smallFace: smallFace + difference,
    crowd: crowd + difference,
  }
}

/**
 * Converts a distance to a similarity between 0 and 1 for display: 0.5 where two faces are as likely one person as two, 0.97 at
 * half of that distance.
 */
export function toSimilarity(distance: number, { evenOdds }: Pick<FaceThresholds, 'evenOdds'>): number {
  return 1 / (1 + Math.exp((distance / evenOdds - 1) * similaritySteepness))
}

/**
 * Returns the start number of most strong matches. Returns null when there is none, or when two are equally frequent, because
 * then one of them belongs to a similar person.
 */
function findWornBib(strongMatches: readonly Candidate[]): string | null {
  const counts = new Map<string, number>()
  for (const { bib } of strongMatches) if (bib !== null) counts.set(bib, (counts.get(bib) ?? 0) + 1)
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a)
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : null
}

/** A candidate's distance from the runner, and its share of the distance of other people. */
interface CrowdDistance {
  readonly distance: number
  readonly share: number
}

interface RunnerDistances {
  /** Measured from the selfie. */
  readonly measureFromSelfie: (candidate: Candidate) => CrowdDistance
  /** Measured from the mean of the selfie and the faces beyond doubt; undefined when there are none. */
  readonly measureFromTemplate: (candidate: Candidate) => CrowdDistance | undefined
  readonly runnerBib: string | null
}

/** Compares the candidates with the selfie, and with the mean of the selfie and the faces beyond doubt. */
function measureCandidates(
  candidates: readonly Candidate[],
  { selfie, thresholds, answers }: MatchOptions,
): RunnerDistances {
  const createDistanceMeasure = (measureDistance: (face: Candidate) => number, runnerBib: string | null) => {
    const distances = new Map(candidates.map((face) => [face.faceId, measureDistance(face)]))
    const shares = computeCrowdShares(candidates, ({ faceId }) => distances.get(faceId) ?? Infinity, {
      groupRadius: thresholds.strong,
      gradedRadius: thresholds.maybe,
      searchRadius: thresholds.crowd,
      wornBib: runnerBib,
    })
    return ({ faceId }: Candidate): CrowdDistance => ({
      distance: distances.get(faceId) ?? Infinity,
      share: shares.get(faceId) ?? Infinity,
    })
  }
  const measureDistanceToSelfie = (face: Candidate) => face.distance
  const { crowdShares } = thresholds
  const isNear = (face: Candidate) => face.distance <= thresholds.strong && !answers?.notMe.has(face.photoId)
  const nearFaces = candidates.filter(isNear).sort(compareByDistance)
  const measureWithoutBib = createDistanceMeasure(measureDistanceToSelfie, null)
  const runnerBib = findWornBib(nearFaces.filter((face) => measureWithoutBib(face).share <= crowdShares.sure))
  const measureFromSelfie =
    runnerBib === null ? measureWithoutBib : createDistanceMeasure(measureDistanceToSelfie, runnerBib)
  const strongMatches = nearFaces
    .filter((face) => measureFromSelfie(face).share <= crowdShares.strong && !hasOtherBib(face, runnerBib))
    .slice(0, maxStrongFaces)
  if (strongMatches.length === 0)
    return { measureFromSelfie, measureFromTemplate: () => undefined, runnerBib }
  const template = averageEmbeddings([selfie, ...strongMatches.map((face) => face.embedding)])
  return {
    measureFromSelfie,
    measureFromTemplate: createDistanceMeasure(
      (face) => distanceBetween(template, face.embedding),
      runnerBib,
    ),
    runnerBib,
  }
}

function compareByDistance(a: Candidate, b: Candidate): number {
  return a.distance - b.distance || (a.faceId < b.faceId ? -1 : 1)
}

function hasOtherBib({ bib }: Candidate, runnerBib: string | null): boolean {
  return runnerBib !== null && bib !== null && bib !== runnerBib
}

/** Returns the tier of a face by itself and by the number under it; null when it is not the runner's. */
function chooseTier(
  candidate: Candidate,
  { measureFromSelfie, measureFromTemplate, runnerBib }: RunnerDistances,
  { strong, sure, maybe, sameBib, smallFace, crowdShares }: FaceThresholds,
): Match['tier'] | null {
  const { distance, sizeInPixels, bib } = candidate
  if (runnerBib !== null && bib === runnerBib) return distance <= sameBib ? 'sure' : null
  const maxSureDistance = sizeInPixels < smallFaceInPixels ? smallFace : sure
  if (hasOtherBib(candidate, runnerBib)) return distance <= maxSureDistance - (sure - strong) ? 'maybe' : null
  if (distance > maybe) return null
  const isSure = (crowdDistance: CrowdDistance | undefined) =>
    crowdDistance !== undefined &&
    crowdDistance.distance <= maxSureDistance &&
    crowdDistance.share <= crowdShares.sure
  if (isSure(measureFromSelfie(candidate)) || isSure(measureFromTemplate(candidate))) return 'sure'
  return measureFromSelfie(candidate).share <= crowdShares.maybe ? 'maybe' : null
}

const tierRank = { sure: 0, maybe: 1 } as const

function compareByTierAndDistance(a: Match, b: Match): number {
  return tierRank[a.tier] - tierRank[b.tier] || (a.distance ?? Infinity) - (b.distance ?? Infinity)
}

/**
 * Decides which photos show the runner, from faces near to the selfie, the start numbers read under them, and the runner's
 * answers. By itself a face is sure up to the threshold of its model, and only when it is clearly nearer than other people's faces.
 * Distances are measured from the selfie, or from its mean with the faces that are beyond doubt. The runner's number is learnt
 * from these. A face with another number is then excluded unless it is very near, and a face with the runner's number may be
 * farther away.
 *
 * @param candidates faces within the threshold `crowd`, in any order
 */
export function matchFaces(candidates: readonly Candidate[], options: MatchOptions): MatchResult {
  const { thresholds, answers } = options
  const runnerDistances = measureCandidates(candidates, options)
  const bestByPhoto = new Map<string, Match>()
  for (const candidate of candidates) {
    const { photoId, faceId, distance } = candidate
    if (answers?.notMe.has(photoId)) continue
    const isConfirmed = answers?.itsMe.has(photoId)
    const tier = isConfirmed ? 'sure' : chooseTier(candidate, runnerDistances, thresholds)
    if (!tier) continue
    const match: Match = { photoId, faceId, distance, tier }
    const previous = bestByPhoto.get(photoId)
    if (!previous || compareByTierAndDistance(match, previous) < 0) bestByPhoto.set(photoId, match)
  }
  for (const photoId of answers?.itsMe ?? [])
    if (!bestByPhoto.has(photoId))
      bestByPhoto.set(photoId, { photoId, faceId: null, distance: null, tier: 'sure' })
  const matches = [...bestByPhoto.values()].sort(compareByTierAndDistance)
  const sure = matches.filter(({ tier }) => tier === 'sure').length
  return { matches: matches.slice(0, sure + maxPossibleMatches), bib: runnerDistances.runnerBib }
}
