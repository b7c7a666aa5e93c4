import type { Context } from '../../../platform/context.ts'
import { averageEmbeddings, normalise } from '../embedding.ts'
import type { FacePhotoFinder } from '../ports.ts'
import { findSelfiesOfModel, type SelfieRow } from '../selfie-store.ts'
import { findMatchingFace } from './find-matching-face.ts'
import { findFacesOfPhoto } from './model-store.ts'

/** Maximum number of faces that are averaged. */
const maxFaces = 16

/** A selfie of the previous model, and its embedding by the next one. */
export interface CarriedSelfie {
  readonly selfie: SelfieRow
  /** Undefined when there is none: the runner has to take another selfie. */
  readonly embedding: Float32Array | undefined
}

/**
 * Computes embeddings by the next model of an event for the selfies that were sent to it. Their pictures are deleted, so the
 * runner's face is taken from the photos in which the previous model was sure of it: the mean of these faces as embedded by the
 * next model.
 *
 * @param change ids of the models
 */
export async function carryOverSelfies(
  context: Context,
  finder: FacePhotoFinder,
  eventId: string,
  change: { from: string; to: string },
): Promise<CarriedSelfie[]> {
  const carried: CarriedSelfie[] = []
  for (const selfie of await findSelfiesOfModel(context, eventId, change.from)) {
    const { id: selfieId, personId } = selfie
    const found = await finder.find(context, { eventId, subject: { kind: 'face', selfieId, personId } })
    const nearest = found
      .filter(({ tier, faceId }) => tier === 'sure' && faceId !== undefined)
      .toSorted((a, b) => (b.similarity ?? 0) - (a.similarity ?? 0))
      .slice(0, maxFaces)
    const embeddings: Float32Array[] = []
    for (const { photoId, faceId } of nearest) {
      const faces = await findFacesOfPhoto(context, photoId)
      const recognised = faces.find(({ id }) => id === faceId)
      const ofNextModel = faces.filter(({ model }) => model === change.to)
      const face = recognised && findMatchingFace(recognised.box, ofNextModel)
      if (face) embeddings.push(normalise(face.embedding))
    }
    carried.push({ selfie, embedding: embeddings.length > 0 ? averageEmbeddings(embeddings) : undefined })
  }
  return carried
}
