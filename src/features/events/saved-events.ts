import { useAtomValue } from 'jotai'
import { startTransition } from 'react'
import * as z from 'zod/mini'
import { Event, homePageSize } from '../../../contract/events.ts'
import { getInitialData } from '../../lib/initial-data.ts'
import { persisted } from '../../platform/storage/index.ts'
import { countDaysUntil } from './day.ts'

const maxSavedEvents = 100

/** Pairs an event with the time `on` when it was read from the service, in ms. */
const SavedEvent = z.object({ event: Event, on: z.int() })
type SavedEvent = z.infer<typeof SavedEvent>
const SavedEvents = z.object({
  total: z.int(),
  on: z.int(),
  items: z.array(SavedEvent),
  withPhotos: z.optional(z.int()),
  /** Number of events of the list; those after them were saved before. Absent in records of an earlier version. */
  listedCount: z.optional(z.int()),
})
type SavedEvents = z.infer<typeof SavedEvents>

/** Caches the list of the last visit: shown at once, and the only list when offline. */
const savedEventsStore = persisted<SavedEvents | null>({
  key: 'savedEvents',
  schema: z.nullable(SavedEvents),
  initial: null,
})

/** Returns the saved list, and when it was read. */
export function readSavedEvents(): {
  total: number
  on: number
  items: readonly Event[]
  /** Counts the events with photos, among all; absent: unknown. */
  withPhotos?: number
  /** Number of events, from the first one on, that are the list. */
  listedCount: number
} | null {
  const savedList = savedEventsStore.read()
  if (savedList) {
    const { listedCount = homePageSize } = savedList
    return { ...savedList, items: savedList.items.map(({ event }) => event), listedCount }
  }
  const { newest, readOn } = getInitialData()
  return newest ? { ...newest, on: readOn, listedCount: newest.items.length } : null
}

/**
 * Returns at most `count` saved events nearest to a day, before or after it.
 *
 * @param isIncluded limits them; default: all
 */
export function findNearestEvents(
  now: Date,
  count: number,
  isIncluded: (event: Event) => boolean = () => true,
): readonly Event[] {
  const distance = (event: Event) => Math.abs(countDaysUntil(event, now))
  return (readSavedEvents()?.items ?? [])
    .filter(isIncluded)
    .toSorted((a, b) => distance(a) - distance(b))
    .slice(0, count)
}

function readSavedEntry(eventId: string): SavedEvent | undefined {
  const entry = savedEventsStore.read()?.items.find(({ event }) => event.eventId === eventId)
  if (entry) return entry
  const { event, readOn } = getInitialData()
  return event?.eventId === eventId ? { event, on: readOn } : undefined
}

export function readSavedEvent(eventId: string): Event | undefined {
  return readSavedEntry(eventId)?.event
}

/** Subscribes to the saved event. */
export function useSavedEvent(eventId: string): Event | undefined {
  useAtomValue(savedEventsStore.atom)
  return readSavedEvent(eventId)
}

/** Returns when the event was read from the service, ms. */
export function getSavedTime(eventId: string): number | undefined {
  return readSavedEntry(eventId)?.on
}

/** Saves a fresh list. Events saved before are kept after it. */
export function saveEvents(
  { items, total, withPhotos }: { items: readonly Event[]; total: number; withPhotos?: number },
  on = Date.now(),
): void {
  const older = savedEventsStore.read()?.items ?? []
  const freshIds = new Set(items.map((event) => event.eventId))
  const olderEntries = older.filter(({ event }) => !freshIds.has(event.eventId))
  const entries = [...items.map((event) => ({ event, on })), ...olderEntries].slice(0, maxSavedEvents)
  write({ total, withPhotos, on, items: entries, listedCount: items.length })
}

/** Appends a further page of the list to the saved events. Known events are replaced in place. */
export function saveMoreEvents(items: readonly Event[], on = Date.now()): void {
  const previous = savedEventsStore.read() ?? { items: [], total: 0, on }
  const freshById = new Map(items.map((event) => [event.eventId, { event, on }]))
  const updated = previous.items.map((each) => freshById.get(each.event.eventId) ?? each)
  const savedIds = new Set(previous.items.map(({ event }) => event.eventId))
  const added = [...freshById.values()].filter(({ event }) => !savedIds.has(event.eventId))
  write({ ...previous, items: [...updated, ...added].slice(0, maxSavedEvents) })
}

/** Saves one event in place, or at the end. */
export function saveEvent(event: Event, on = Date.now()): void {
  const previous = savedEventsStore.read() ?? { items: [], total: 0, on }
  const entry = { event, on }
  const isSaved = previous.items.some((each) => each.event.eventId === event.eventId)
  const items = isSaved
    ? previous.items.map((each) => (each.event.eventId === event.eventId ? entry : each))
    : [...previous.items, entry].slice(-maxSavedEvents)
  // keep the total and its time: only a list contains them
  write({ ...previous, items })
}

/** Writes in a transition, which keeps the rendering of the pages that show the events interruptible. */
const write = (events: SavedEvents) => startTransition(() => savedEventsStore.write(events))
