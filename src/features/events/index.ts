export { AsOf } from './AsOf.tsx'
export { distanceIn } from './day.ts'
export { EventRows, EventRowsSkeleton } from './EventRows.tsx'
export { Suggestion } from './Suggestion.tsx'
export { savedEvent } from './saved-events.ts'
export {
  loadNewestEvents,
  useAge,
  useEvent,
  useEventSearch,
  useNewestEvents,
  useSettled,
} from './use-events.ts'
