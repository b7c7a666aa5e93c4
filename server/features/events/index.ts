export { type LocalText, resolveLocalText } from '../../platform/local-text.ts'
export { putCover } from './cover.ts'
export { hasFaceSearch } from './face-search.ts'
export type { CoverMaker } from './ports.ts'
export { getPointTitle, presentCaptureDetails } from './present-taken.ts'
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
  refoldEvents,
  setEventCover,
  setEventState,
  setEventSwitches,
  setFacesErased,
} from './store.ts'
export type { EventCover, EventPoint } from './types.ts'
