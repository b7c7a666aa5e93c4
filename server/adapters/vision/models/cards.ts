import { defaultFaceModelId, type FaceThresholds } from '../../../features/recognition/ports.ts'
import type { DetectorCard, EmbedderCard, ModelCard } from './card.ts'
import { faceApiResnet } from './face-api-resnet.ts'
import { faceApiSsd } from './face-api-ssd.ts'
import { mobileFaceNet } from './mobilefacenet.ts'
import { yunet } from './yunet.ts'

/** Lists the models that an installation can use, the default ones first. */
export const modelCards: readonly ModelCard[] = [faceApiSsd, faceApiResnet, yunet, mobileFaceNet]

/** The detector and the embedder whose faces are compared with each other. */
export interface FaceModel {
  readonly detector: DetectorCard
  readonly embedder: EmbedderCard
}

/** Returns the name under which embeddings of a model are stored, e.g. `yunet+mobilefacenet`. */
export function toModelId({ detector, embedder }: FaceModel): string {
  return `${detector.id}+${embedder.id}`
}

/**
 * Returns the model of a stored id.
 *
 * @throws Error for an id without cards, e.g. of a later release
 */
export function findFaceModel(id: string, cards: readonly ModelCard[] = modelCards): FaceModel {
  const [detectorId, embedderId] = id.split('+')
  const detector = cards.find((card) => card.kind === 'detector' && card.id === detectorId)
  const embedder = cards.find((card) => card.kind === 'embedder' && card.id === embedderId)
  if (detector?.kind !== 'detector' || embedder?.kind !== 'embedder')
    throw new Error(`There is no face model ${id}: this release has no card for it`)
  return { detector, embedder }
}

/** The model that the dependencies bring. */
export const defaultFaceModel: FaceModel = findFaceModel(defaultFaceModelId)

/** Returns the thresholds of a model's card. @throws Error for an id without cards */
export function getFaceThresholds(id: string, cards?: readonly ModelCard[]): FaceThresholds {
  const { strong, sure, maybe, sameBib, smallFace, crowd, ...others } = findFaceModel(id, cards).embedder
    .thresholds
  return {
    strong: strong.distance,
    sure: sure.distance,
    maybe: maybe.distance,
    sameBib: sameBib.distance,
    smallFace: smallFace.distance,
    crowd: crowd.distance,
    ...others,
  }
}
