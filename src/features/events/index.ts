export { AsOf } from './AsOf.tsx'
export { distanceIn } from './day.ts'
export { EventRows, EventRowsSkeleton } from './EventRows.tsx'
export { Suggestion } from './Suggestion.tsx'
export { savedEvent } from './saved-events.ts'
export { useEventSearch, useSettled } from './use-event-search.ts'
export {
  loadNewestEvents,
  useAge,
  useEvent,
  useNewestEvents,
} from './use-events.ts'
