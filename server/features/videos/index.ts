export { createVideosFeature } from './routes.ts'
export { addVideo, countVideos, findVideo, type NewVideo, type VideoRow, videoBySha } from './store.ts'
