export { type LocalText, localText } from '../../platform/local-text.ts'
export { isAhead } from './ahead.ts'
export { findCover } from './counts-store.ts'
export { putCover } from './cover.ts'
export { hasFaceSearch } from './face-search.ts'
export { mayPhotosCome } from './photos-to-come.ts'
export type { CoverMaker } from './ports.ts'
export { presentCover, presentEvents } from './present.ts'
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
export { pointTitle, presentTaken } from './taken.ts'
export type { EventPoint } from './words.ts'
