export { type AnalysedVideo, type VideoAnalyser, VideoRejected } from './ports.ts'
export { createVideosFeature } from './routes.ts'
export {
  addVideo,
  addVideoPictures,
  findEventsWithVideos,
  findVideo,
  findVideoBySha,
  findVideoPosters,
  findVideosByIds,
  findVideosWithoutPictures,
  type NewVideo,
  type VideoRow,
} from './store.ts'
export { buildVideoTitle } from './title.ts'
