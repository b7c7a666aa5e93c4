export { type LocalText, localText } from '../../platform/local-text.ts'
export { coverOf } from './counts-store.ts'
export { putCover } from './cover.ts'
export type { CoverMaker } from './ports.ts'
export { presentCover, presentEvents } from './present.ts'
export { createEventsFeature } from './routes.ts'
export {
  createEvent,
  type EventRow,
  findEvent,
  findEventByAlbum,
  findEventByExternalId,
  findEventByList,
  listAllEvents,
  type NewEvent,
  searchEvents,
  setEventCover,
  setEventSwitches,
} from './store.ts'
export type { EventPoint } from './words.ts'
