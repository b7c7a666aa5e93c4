export { type AnalysedVideo, type VideoAnalyser, VideoRejected } from './ports.ts'
export { createVideosFeature } from './routes.ts'
export {
  addVideo,
  addVideoPictures,
  findVideo,
  type NewVideo,
  type VideoRow,
  videoBySha,
  videosWithoutPictures,
} from './store.ts'
export { toVideoTitle } from './title.ts'
