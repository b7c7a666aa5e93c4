export { type AnalysedVideo, type VideoAnalyser, VideoRejected } from './ports.ts'
export { createVideosFeature } from './routes.ts'
export {
  addVideo,
  addVideoPictures,
  findVideo,
  findVideoBySha,
  findVideosWithoutPictures,
  type NewVideo,
  type VideoRow,
} from './store.ts'
export { buildVideoTitle } from './title.ts'
