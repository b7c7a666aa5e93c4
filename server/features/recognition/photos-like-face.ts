import type { Context } from '../../platform/context.ts'
import { normalise } from './embedding.ts'
import type { FaceSearch } from './face-search.ts'
import { type Answers, deriveThresholds, type Match, matchFaces, toSimilarity } from './match.ts'
import { defaultFaceModelId } from './ports.ts'
import { findSelfie } from './selfie-store.ts'
import { findFaceDetails } from './store.ts'

export type Tier = Match['tier']

/** Describes a photo with a similar face. */
export interface FaceMatch {
  readonly photoId: string
  readonly tier: Tier
  /** Id of the runner's face in it. */
  readonly faceId?: string
  /** 0 to 1, see `toSimilarity`. */
  readonly similarity?: number
}

export interface FaceMatches {
  readonly photos: readonly FaceMatch[]
  /** The start number that the runner was seen with; null when it is ambiguous or unknown. */
  readonly number: string | null
}

/**
 * Returns the photos of an event that show the face of a selfie; none when the selfie was deleted.
 *
 * @param input.threshold the event's threshold, in distances of the default model; null for those of the model
 * @param input.answers the runner's answers
 */
export async function findPhotosLikeSelfie(
  context: Context,
  search: FaceSearch,
  input: { eventId: string; selfieId: string; threshold: number | null; answers: Answers },
): Promise<FaceMatches> {
  const { eventId, selfieId, answers } = input
  const selfie = await findSelfie(context, selfieId)
  if (selfie?.eventId !== eventId) return { photos: [], number: null }
  const thresholds = deriveThresholds(
    search.getThresholds(selfie.model),
    search.getThresholds(defaultFaceModelId),
    input.threshold,
  )
  const { embedding, model } = selfie
  const nearFaces = await search.findNearest(context, eventId, {
    embedding,
    model,
    maxDistance: thresholds.crowd,
  })
  const details = await findFaceDetails(
    context,
    nearFaces.map((face) => face.faceId),
  )
  const candidates = nearFaces.flatMap((face) => {
    const faceDetails = details.get(face.faceId)
    return faceDetails ? [{ ...face, ...faceDetails }] : []
  })
  const { matches, bib } = matchFaces(candidates, {
    selfie: normalise(embedding),
    thresholds,
    answers,
  })
  const photos = matches.map(({ photoId, tier, faceId, distance }) => ({
    photoId,
    tier,
    faceId: faceId ?? undefined,
    similarity: distance === null ? undefined : toSimilarity(distance, thresholds),
  }))
  return { photos, number: bib }
}
