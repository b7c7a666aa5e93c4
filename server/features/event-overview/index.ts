export { findCover } from './counts-store.ts'
export { canEventGetMorePhotos, isFutureEvent, presentCover, presentEvents } from './present.ts'
export { createEventOverviewFeature } from './routes.ts'
export { searchEvents } from './search-store.ts'
