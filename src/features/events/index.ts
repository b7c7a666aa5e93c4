export { daysUntil, distanceIn, isAhead } from './day.ts'
export { EventRows, EventRowsSkeleton } from './EventRows.tsx'
export { EventTitle } from './EventTitle.tsx'
export { LastUpdated } from './LastUpdated.tsx'
export { Suggestion } from './Suggestion.tsx'
export { nearestEvents, savedEvent, savedEvents, saveMoreEvents, useSavedEvent } from './saved-events.ts'
export { useDebounced, useEventSearch } from './use-event-search.ts'
export {
  loadNewestEvents,
  useAge,
  useEvent,
  useNewestEvents,
} from './use-events.ts'
