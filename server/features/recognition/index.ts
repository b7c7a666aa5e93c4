export {
  chooseFaceModel,
  type EventProgress,
  listEventProgress,
  scheduleEmbedding,
} from './embed-event.ts'
export { eraseFaces } from './erase-faces.ts'
export { createFaceSearch, type FaceSearch } from './face-search.ts'
export { readFaceState } from './index-store.ts'
export { readChosenModel } from './model-store.ts'
export { findPhotosLikeSelfie, type Tier } from './photos-like-face.ts'
export { extendSelfieLifetime } from './purge-selfies.ts'
export { createRecognitionFeature } from './routes.ts'
export { createSelfieQueue } from './selfie-queue.ts'
export { findSelfie } from './selfie-store.ts'
export { findFaceBoxes, indexFaces, isFaceOfPhoto, type NewFace } from './store.ts'
