export { EventList, EventSearchField } from './EventList.tsx'
export { type EventList as LoadedEventList, useEventList } from './use-event-list.ts'
