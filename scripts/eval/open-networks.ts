import { openFaceNetworks } from '../../server/adapters/vision/faces/read-faces.ts'
import {
  defaultFaceModel,
  findFaceModel,
  getFaceThresholds,
  toModelId,
} from '../../server/adapters/vision/models/cards.ts'
import { identifyModelFile } from '../../server/adapters/vision/models/installed-models.ts'
import { ensureModels } from '../../server/adapters/vision/models.ts'
import { openNetwork } from '../../server/adapters/vision/network.ts'
import type { FaceThresholds } from '../../server/features/recognition/ports.ts'
import type { EvaluationNetworks } from './read-picture.ts'

/** A face model that is evaluated. */
export interface EvaluatedModel {
  readonly id: string
  readonly thresholds: FaceThresholds
  readonly networks: EvaluationNetworks
}

/**
 * Opens a face model.
 *
 * @param modelsFolder folder of the converted default networks
 * @param modelFiles a detector, an embedder, both or none, as `models install` accepts them; the default ones replace what is
 *   absent
 * @throws ModelFileInvalid for a file without a model card
 */
export async function openEvaluatedModel(
  modelsFolder: string,
  modelFiles: readonly string[],
): Promise<EvaluatedModel> {
  const files = ensureModels(modelsFolder)
  const installed = await Promise.all(
    modelFiles.map(async (file) => ({ file, card: await identifyModelFile(file) })),
  )
  const detector = installed.find(({ card }) => card.kind === 'detector')
  const embedder = installed.find(({ card }) => card.kind === 'embedder')
  const { detector: defaultDetector, embedder: defaultEmbedder } = defaultFaceModel
  const model = findFaceModel(
    `${detector?.card.id ?? defaultDetector.id}+${embedder?.card.id ?? defaultEmbedder.id}`,
  )
  const id = toModelId(model)
  return {
    id,
    thresholds: getFaceThresholds(id),
    networks: {
      ...(await openFaceNetworks(files, {
        model,
        detectorFile: detector?.file,
        embedderFile: embedder?.file,
      })),
      eyeFinder: await openNetwork(files.landmarker),
    },
  }
}
