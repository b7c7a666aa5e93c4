export { countAlbum, photosWithLargeFaces } from './album-store.ts'
export { forgetPerson } from './answer-store.ts'
export { authorizeAlbum } from './authorize-album.ts'
export { beginningOfAlbum } from './beginning.ts'
export { createPhotoFinder, type SubjectPhotos } from './photo-finder.ts'
export {
  type AnalysedPhoto,
  type Derivative,
  ImageRejected,
  type LinkCardMaker,
  linkCardSize,
  maxPhotoPixels,
  type PhotoAnalyser,
  type ReadBib,
} from './ports.ts'
export { refoldAnswers } from './refold-store.ts'
export { createPhotosFeature } from './routes.ts'
export { describeShare, openShare } from './share-words.ts'
export {
  addPhoto,
  addPictureHash,
  countPhotos,
  findCopy,
  findPhoto,
  type PhotoRow,
  tagNumbers,
} from './store.ts'
