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
  type PhotoAnalyser,
  type ReadBib,
} from './ports.ts'
export { refoldAnswers } from './refold-store.ts'
export { createPhotosFeature } from './routes.ts'
export { describeShare, openShare } from './share-words.ts'
export { addPhoto, countPhotos, findPhoto, type PhotoRow, photoBySha, tagNumbers } from './store.ts'
