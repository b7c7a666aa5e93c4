export { countAlbum, findPhotosWithLargeFaces } from './album-store.ts'
export { deletePersonData } from './answer-store.ts'
export { authorizeAlbum } from './authorize-album.ts'
export { findOriginalSizes, findPublicPhotos, findReadyPhotos, type PublicPhoto } from './by-id-store.ts'
export { createPhotoFinder, type SubjectPhotos } from './photo-finder.ts'
export {
  type AnalysedPhoto,
  type ArePhotosBought,
  type Derivative,
  ImageRejected,
  type LinkCardMaker,
  linkCardSize,
  maxPhotoPixels,
  type PhotoAnalyser,
  type ReadBib,
} from './ports.ts'
export { presentFirstPhotos } from './present.ts'
export { refoldSurnameKeys } from './refold-store.ts'
export { createPhotosFeature } from './routes.ts'
export { describeShare, findValidShare } from './share-texts.ts'
export {
  addPhoto,
  addPictureHash,
  countPhotos,
  findCopy,
  findPhoto,
  findPhotoNumbers,
  type PhotoRow,
  tagNumbers,
} from './store.ts'
