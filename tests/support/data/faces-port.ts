import { getFaceThresholds } from '../../../server/adapters/vision/models/cards.ts'
import type { FacesPort } from '../../../server/features/recognition/ports.ts'

/** Returns face recognition with the thresholds of the model cards, whose selfies are read by the test. */
export function createFacesPort(readSelfie: FacesPort['readSelfie']): FacesPort {
  return {
    getThresholds: (modelId) => getFaceThresholds(modelId),
    readSelfie,
    readPhoto: () => Promise.reject(new Error('This test server reads no photos')),
    warmUp: async () => undefined,
    close: async () => undefined,
  }
}
