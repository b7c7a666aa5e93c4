export { forgetPerson } from './answer-store.ts'
export { beginningOfAlbum } from './beginning.ts'
export { enter } from './enter.ts'
export { createPhotoFinder, type FoundPhoto, type SubjectPhotos } from './photo-finder.ts'
export {
  type AnalysedFace,
  type AnalysedPhoto,
  type AnalyseOptions,
  type Box,
  type Derivative,
  ImageRejected,
  type ImageRejectedCode,
  type PhotoAnalyser,
  type ReadBib,
} from './ports.ts'
export { createPhotosFeature } from './routes.ts'
export {
  addPhoto,
  countPhotos,
  findPhoto,
  type LookedAtPhoto,
  type NewPhoto,
  type PhotoRow,
  photoBySha,
  type ReadNumber,
  tagNumbers,
} from './store.ts'
