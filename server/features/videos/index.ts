export { createVideosFeature } from './routes.ts'
export { addVideo, findVideo, type NewVideo, type VideoRow, videoBySha } from './store.ts'
