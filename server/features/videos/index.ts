export { createVideosFeature } from './routes.ts'
export { addVideo, findVideo, type NewVideo, videoBySha } from './store.ts'
