import { averageEmbeddings, distanceBetween } from './embedding.ts'
import { standingOut } from './nearby-people.ts'

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
  /** The event's face threshold: a face farther away is not accepted on its own. */
  faceThreshold: number
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

/** [Note: face thresholds] Offsets of each step from the threshold; measured, see docs/decisions.md. */
const strongStep = -0.05
const maybeStep = 0.05
const sameBibStep = 0.1
/**
 * [Note: standing out] Largest accepted share of the distance of other people, see `computeCrowdShares`. In order: certain, so
 * that more is concluded from the face; sure; maybe.
 */
const [strongShare, sureShare, maybeShare] = [0.8, 0.87, 0.95]
/** Maximum number of certain faces that are averaged with the selfie. */
const strongAtMost = 64
/** Maximum number of `maybe` photos: hardly any further one shows the runner. */
const maybesAtMost = 12
/** Embeddings of faces below this size are less stable, so they must be nearer. */
const smallFaceInPixels = 32
const smallFaceStep = -0.05

/** Returns the search radius, which includes all faces that a bib could still confirm. */
export function searchRadius(faceThreshold: number): number {
  return faceThreshold + sameBibStep
}

/**
 * Converts a distance to a similarity between 0 and 1 for display: 0.97 for 0.3, 0.65 for 0.55, 0.5 for 0.6. At 0.6 two faces
 * are as likely one person as two.
 */
export function toSimilarity(distance: number): number {
  return 1 / (1 + Math.exp((distance - 0.6) * 12))
}

/**
 * Returns the start number of most strong matches. Returns null when there is none, or when two are equally frequent, because
 * then one of them belongs to a similar person.
 */
function wornBib(strong: readonly Candidate[]): string | null {
  const counts = new Map<string, number>()
  for (const { bib } of strong) if (bib !== null) counts.set(bib, (counts.get(bib) ?? 0) + 1)
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a)
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : null
}

/** A candidate's distance from the runner, and its share of the distance of other people. */
interface Standing {
  readonly distance: number
  readonly share: number
}

interface Standings {
  /** Measured from the selfie. */
  readonly ofSelfie: (candidate: Candidate) => Standing
  /** Measured from the mean of the selfie and the faces beyond doubt; undefined when there are none. */
  readonly ofTemplate: (candidate: Candidate) => Standing | undefined
  readonly worn: string | null
}

/** Compares the candidates with the selfie, and with the mean of the selfie and the faces beyond doubt. */
function rankPeople(
  candidates: readonly Candidate[],
  { selfie, faceThreshold, answers }: MatchOptions,
): Standings {
  const measureBy = (measureDistance: (face: Candidate) => number, worn: string | null) => {
    const distances = new Map(candidates.map((face) => [face.faceId, measureDistance(face)]))
    const shares = standingOut(candidates, ({ faceId }) => distances.get(faceId) ?? Infinity, {
      groupRadius: faceThreshold + strongStep,
      gradedRadius: faceThreshold + maybeStep,
      searchRadius: searchRadius(faceThreshold),
      wornBib: worn,
    })
    return ({ faceId }: Candidate): Standing => ({
      distance: distances.get(faceId) ?? Infinity,
      share: shares.get(faceId) ?? Infinity,
    })
  }
  const fromSelfie = (face: Candidate) => face.distance
  const isNear = (face: Candidate) =>
    face.distance <= faceThreshold + strongStep && !answers?.notMe.has(face.photoId)
  const near = candidates.filter(isNear).sort(byDistance)
  const alone = measureBy(fromSelfie, null)
  const worn = wornBib(near.filter((face) => alone(face).share <= sureShare))
  const ofSelfie = worn === null ? alone : measureBy(fromSelfie, worn)
  const strong = near
    .filter((face) => ofSelfie(face).share <= strongShare && !isOfAnother(face, worn))
    .slice(0, strongAtMost)
  if (strong.length === 0) return { ofSelfie, ofTemplate: () => undefined, worn }
  const template = averageEmbeddings([selfie, ...strong.map((face) => face.embedding)])
  return { ofSelfie, ofTemplate: measureBy((face) => distanceBetween(template, face.embedding), worn), worn }
}

function byDistance(a: Candidate, b: Candidate): number {
  return a.distance - b.distance || (a.faceId < b.faceId ? -1 : 1)
}

function isOfAnother({ bib }: Candidate, worn: string | null): boolean {
  return worn !== null && bib !== null && bib !== worn
}

/** Returns the tier of a face by itself and by the number under it; null when it is not the runner's. */
function chooseTier(
  candidate: Candidate,
  { ofSelfie, ofTemplate, worn }: Standings,
  faceThreshold: number,
): Match['tier'] | null {
  const { distance, sizeInPixels, bib } = candidate
  if (worn !== null && bib === worn) return distance <= faceThreshold + sameBibStep ? 'sure' : null
  const sureUpTo = faceThreshold + (sizeInPixels < smallFaceInPixels ? smallFaceStep : 0)
  if (isOfAnother(candidate, worn)) return distance <= sureUpTo + strongStep ? 'maybe' : null
  if (distance > faceThreshold + maybeStep) return null
  const isSure = (standing: Standing | undefined) =>
    standing !== undefined && standing.distance <= sureUpTo && standing.share <= sureShare
  if (isSure(ofSelfie(candidate)) || isSure(ofTemplate(candidate))) return 'sure'
  return ofSelfie(candidate).share <= maybeShare ? 'maybe' : null
}

const rank = { sure: 0, maybe: 1 } as const

function byTierThenDistance(a: Match, b: Match): number {
  return rank[a.tier] - rank[b.tier] || (a.distance ?? Infinity) - (b.distance ?? Infinity)
}

/**
 * Decides which photos show the runner, from faces near to the selfie, the start numbers read under them, and the runner's
 * answers. By itself a face is sure up to the event's threshold, and only when it is clearly nearer than other people's faces.
 * Distances are measured from the selfie, or from its mean with the faces that are beyond doubt. The runner's number is learnt
 * from these. A face with another number is then excluded unless it is very near, and a face with the runner's number may be
 * farther away.
 *
 * @param candidates faces within `getSearchRadius`, in any order
 */
export function matchFaces(candidates: readonly Candidate[], options: MatchOptions): MatchResult {
  const { faceThreshold, answers } = options
  const standings = rankPeople(candidates, options)
  const best = new Map<string, Match>()
  for (const candidate of candidates) {
    const { photoId, faceId, distance } = candidate
    if (answers?.notMe.has(photoId)) continue
    const isConfirmed = answers?.itsMe.has(photoId)
    const tier = isConfirmed ? 'sure' : chooseTier(candidate, standings, faceThreshold)
    if (!tier) continue
    const match: Match = { photoId, faceId, distance, tier }
    const other = best.get(photoId)
    if (!other || byTierThenDistance(match, other) < 0) best.set(photoId, match)
  }
  for (const photoId of answers?.itsMe ?? [])
    if (!best.has(photoId)) best.set(photoId, { photoId, faceId: null, distance: null, tier: 'sure' })
  const matches = [...best.values()].sort(byTierThenDistance)
  const sure = matches.filter(({ tier }) => tier === 'sure').length
  return { matches: matches.slice(0, sure + maybesAtMost), bib: standings.worn }
}
