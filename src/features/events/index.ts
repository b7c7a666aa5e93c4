export { countDaysUntil, formatDistance, formatMonth, formatPlace, isUpcoming } from './day.ts'
export { EventRows, EventRowsSkeleton } from './EventRows.tsx'
export { EventTitle } from './EventTitle.tsx'
export { InDays } from './InDays.tsx'
export { LastUpdated } from './LastUpdated.tsx'
export { Suggestion } from './Suggestion.tsx'
export {
  findNearestEvents,
  readSavedEvent,
  readSavedEvents,
  saveMoreEvents,
  useSavedEvent,
} from './saved-events.ts'
export { useDebounced, useEventSearch } from './use-event-search.ts'
export {
  loadNewestEvents,
  useCachedSince,
  useEvent,
  useNewestEvents,
} from './use-events.ts'
