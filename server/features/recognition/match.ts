/** A face near to the runner's, with what is known of the photo it is in. */
export interface Candidate {
  photoId: string
  faceId: string
  /** Euclidean, from the runner's selfie. */
  distance: number
  /** Long side of the face in pixels of the original photo. */
  sizeInPixels: number
  /** The start number that was read under this very face and stands in the start list; null when there is none. */
  bib: string | null
}

/** What the runner said about photos: it wins over everything that was computed. */
export interface Answers {
  itsMe: ReadonlySet<string>
  notMe: ReadonlySet<string>
}

export interface MatchOptions {
  /** The event's face threshold: a distance up to which two faces are taken for one person. */
  faceThreshold: number
  answers?: Answers
}

export interface Match {
  photoId: string
  /** Null for a photo that the runner named without a face near to hers. */
  faceId: string | null
  distance: number | null
  /** `sure` is sold and delivered; `maybe` is only shown, and asks whether it is her. */
  tier: 'sure' | 'maybe'
}

export interface MatchResult {
  /** Sure ones first, then by distance; each photo once. Of `maybe` only the nearest 12. */
  matches: Match[]
  /** The start number that the runner most likely wore; null when that is not clear. */
  bib: string | null
}

/** [Note: face thresholds] How far from the threshold each step is; measured, see `npm run eval:faces`. */
const strongStep = -0.05
const maybeStep = 0.05
const sameBibStep = 0.1
/** So many faces that are only like hers are worth a look; of the rest hardly any is hers. */
const maybesAtMost = 12
/** Faces below this size are described less steadily, so they must be nearer. */
const smallFaceInPixels = 32
const smallFaceStep = -0.05

/** How far away faces must be searched, so that nothing is missed that a bib could still confirm. */
export function searchRadius(faceThreshold: number): number {
  return faceThreshold + sameBibStep
}

/**
 * A distance as a similarity between 0 and 1 to show: 0.97 for 0.3, 0.65 for 0.55, 0.5 for 0.6, where two faces
 * are as likely one person as two.
 */
export function similarityOf(distance: number): number {
  return 1 / (1 + Math.exp((distance - 0.6) * 12))
}

/**
 * The number that most of the strong matches wear; null when there is none, or two are worn equally often, as
 * then one of them is a double, not the runner.
 */
function wornBib(candidates: readonly Candidate[], faceThreshold: number): string | null {
  const counts = new Map<string, number>()
  for (const { distance, bib } of candidates)
    if (bib !== null && distance <= faceThreshold + strongStep) counts.set(bib, (counts.get(bib) ?? 0) + 1)
  const [first, second] = [...counts].sort(([, a], [, b]) => b - a)
  return first && first[1] > (second?.[1] ?? 0) ? first[0] : null
}

/** What a face is worth by its distance alone, and then by the number under it; null when it is nobody we seek. */
function tierOf(
  { distance, sizeInPixels, bib }: Candidate,
  worn: string | null,
  faceThreshold: number,
): Match['tier'] | null {
  const sureUpTo = faceThreshold + (sizeInPixels < smallFaceInPixels ? smallFaceStep : 0)
  const hasBib = worn !== null && bib !== null
  if (hasBib && bib === worn) return distance <= faceThreshold + sameBibStep ? 'sure' : null
  if (hasBib) return distance <= sureUpTo + strongStep ? 'maybe' : null
  if (distance <= sureUpTo) return 'sure'
  return distance <= faceThreshold + maybeStep ? 'maybe' : null
}

const rank = { sure: 0, maybe: 1 } as const

function byTierThenDistance(a: Match, b: Match): number {
  return rank[a.tier] - rank[b.tier] || (a.distance ?? Infinity) - (b.distance ?? Infinity)
}

/**
 * Decides which photos show the runner, from faces near to hers, the start numbers read under them, and her own
 * answers. A face alone is believed up to the event's threshold. The number she wears is learnt from the faces
 * that are beyond doubt; then a face with another number is not hers unless it is very near, and a face with her
 * number may be farther away.
 *
 * @param candidates faces within `searchRadius`, in any order
 */
export function matchFaces(
  candidates: readonly Candidate[],
  { faceThreshold, answers }: MatchOptions,
): MatchResult {
  const refused = answers?.notMe ?? new Set()
  const possible = candidates.filter(({ photoId }) => !refused.has(photoId))
  const bib = wornBib(possible, faceThreshold)
  const best = new Map<string, Match>()
  for (const candidate of possible) {
    const { photoId, faceId, distance } = candidate
    const isConfirmed = answers?.itsMe.has(photoId)
    const tier = isConfirmed ? 'sure' : tierOf(candidate, bib, faceThreshold)
    if (!tier) continue
    const match: Match = { photoId, faceId, distance, tier }
    const other = best.get(photoId)
    if (!other || byTierThenDistance(match, other) < 0) best.set(photoId, match)
  }
  for (const photoId of answers?.itsMe ?? [])
    if (!best.has(photoId)) best.set(photoId, { photoId, faceId: null, distance: null, tier: 'sure' })
  const matches = [...best.values()].sort(byTierThenDistance)
  const sure = matches.filter(({ tier }) => tier === 'sure').length
  return { matches: matches.slice(0, sure + maybesAtMost), bib }
}
