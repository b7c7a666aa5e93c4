import type { Context } from '../../platform/context.ts'
import { normalise } from './embedding.ts'
import type { FaceSearch } from './face-search.ts'
import { type Answers, type Match, matchFaces, searchRadius, toSimilarity } from './match.ts'
import { findSelfie } from './selfie-store.ts'
import { detailsOfFaces } from './store.ts'

export type Tier = Match['tier']

/** Describes a photo with a similar face. */
export interface PhotoLikeFace {
  readonly photoId: string
  readonly tier: Tier
  /** Id of the runner's face in it. */
  readonly faceId?: string
  /** 0 to 1, see `toSimilarity`. */
  readonly similarity?: number
}

export interface LikeFace {
  readonly photos: readonly PhotoLikeFace[]
  /** The start number that the runner was seen with; null when it is ambiguous or unknown. */
  readonly number: string | null
}

/** For real photos; an event may override it. Figures: docs/decisions.md, “Tiers of face search”. */
const usualThreshold = 0.45

/**
 * Returns the photos of an event that show the face of a selfie; none when the selfie was deleted.
 *
 * @param input.threshold the event's threshold; null for the default
 * @param input.answers the runner's answers
 */
export async function photosLikeSelfie(
  context: Context,
  search: FaceSearch,
  input: { eventId: string; selfieId: string; threshold: number | null; answers: Answers },
): Promise<LikeFace> {
  const { eventId, selfieId, answers } = input
  const selfie = await findSelfie(context, selfieId)
  if (selfie?.eventId !== eventId) return { photos: [], number: null }
  const faceThreshold = input.threshold ?? usualThreshold
  const near = await search.nearest(context, eventId, selfie.embedding, searchRadius(faceThreshold))
  const details = await detailsOfFaces(
    context,
    near.map((face) => face.faceId),
  )
  const candidates = near.flatMap((face) => {
    const known = details.get(face.faceId)
    return known ? [{ ...face, ...known }] : []
  })
  const { matches, bib } = matchFaces(candidates, {
    selfie: normalise(selfie.embedding),
    faceThreshold,
    answers,
  })
  const photos = matches.map(({ photoId, tier, faceId, distance }) => ({
    photoId,
    tier,
    faceId: faceId ?? undefined,
    similarity: distance === null ? undefined : toSimilarity(distance),
  }))
  return { photos, number: bib }
}
