export {
  chooseFaceModel,
  type EventProgress,
  listEventProgress,
  scheduleEmbedding,
} from './face-model/embed-event.ts'
export { readFaceState } from './face-model/index-store.ts'
export { readChosenModel } from './face-model/model-store.ts'
export { createWarmUp, type WarmUpForEvent } from './face-model/warm-up.ts'
export { createFaceSearch, type FaceSearch } from './face-search.ts'
export { findPhotosLikeSelfie, type Tier } from './photos-like-face.ts'
export {
  eraseFaces,
  extendSelfieLifetime,
  listTenantsOfSelfies,
  purgeExpired as purgeSelfies,
} from './purge-selfies.ts'
export { createRecognitionFeature } from './routes.ts'
export { createSelfieQueue } from './selfie-queue.ts'
export { findSelfie, lockSelfie } from './selfie-store.ts'
export { findFaceBoxes, indexFaces, isFaceOfPhoto, type NewFace } from './store.ts'
