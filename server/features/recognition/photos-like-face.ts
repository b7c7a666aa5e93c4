import type { Context } from '../../platform/context.ts'
import type { FaceSearch } from './face-search.ts'
import { type Answers, type Match, matchFaces, searchRadius, similarityOf } from './match.ts'
import { findSelfie } from './selfie-store.ts'
import { detailsOfFaces } from './store.ts'

export type Tier = Match['tier']

/** A photo with a face like the one searched for. */
export interface PhotoLikeFace {
  readonly photoId: string
  readonly tier: Tier
  /** The face in it that is hers. */
  readonly faceId?: string
  /** 0 to 1, see `similarityOf`. */
  readonly similarity?: number
}

export interface LikeFace {
  readonly photos: readonly PhotoLikeFace[]
  /** The start number that the runner was seen to wear; null when that is not clear. */
  readonly number: string | null
}

/**
 * For real photos; an event may carry its own. Of 65 million pairs of different people 0.19 % are nearer than 0.55: at an
 * event of 500 people more than a third of the photos found showed another person.
 */
const usualThreshold = 0.45

/**
 * The photos of an event that show the face of a selfie; none when the selfie is forgotten.
 *
 * @param wish.threshold the event's own; null for the usual one
 * @param wish.answers what she said herself
 */
export async function photosLikeSelfie(
  context: Context,
  search: FaceSearch,
  wish: { eventId: string; selfieId: string; threshold: number | null; answers: Answers },
): Promise<LikeFace> {
  const { eventId, selfieId, answers } = wish
  const selfie = await findSelfie(context, selfieId)
  if (selfie?.eventId !== eventId) return { photos: [], number: null }
  const faceThreshold = wish.threshold ?? usualThreshold
  const near = await search.nearest(context, eventId, selfie.embedding, searchRadius(faceThreshold))
  const details = await detailsOfFaces(
    context,
    near.map((face) => face.faceId),
  )
  const candidates = near.flatMap((face) => {
    const known = details.get(face.faceId)
    return known ? [{ ...face, ...known }] : []
  })
  const { matches, bib } = matchFaces(candidates, { faceThreshold, answers })
  const photos = matches.map(({ photoId, tier, faceId, distance }) => ({
    photoId,
    tier,
    faceId: faceId ?? undefined,
    similarity: distance === null ? undefined : similarityOf(distance),
  }))
  return { photos, number: bib }
}
