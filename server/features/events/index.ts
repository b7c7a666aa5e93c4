export { type LocalText, resolveLocalText } from '../../platform/local-text.ts'
export { findCover } from './counts-store.ts'
export { putCover } from './cover.ts'
export { hasFaceSearch } from './face-search.ts'
export { isFutureEvent } from './is-future-event.ts'
export { canEventGetMorePhotos } from './may-get-more-photos.ts'
export type { CoverMaker } from './ports.ts'
export { presentCover, presentEvents } from './present.ts'
export { getPointTitle, presentCaptureDetails } from './present-taken.ts'
export { refoldEvents } from './refold-store.ts'
export { createEventsFeature } from './routes.ts'
export {
  createEvent,
  type EventRow,
  findEvent,
  findEventByAlbum,
  findEventByExternalId,
  findEventByList,
  findEventsByIds,
  listAllEvents,
  lockFaceSearch,
  type NewEvent,
  searchEvents,
  setEventCover,
  setEventState,
  setEventSwitches,
  setFacesErased,
} from './store.ts'
export type { EventPoint } from './types.ts'
