import { useAtomValue } from 'jotai'
import * as z from 'zod/mini'
import { Event } from '../../../contract/events.ts'
import { initialData } from '../../lib/initial-data.ts'
import { persisted } from '../../platform/storage/index.ts'
import { daysUntil } from './day.ts'

const mostSaved = 100

/** Pairs an event with the time `on` when it was read from the service, in ms. */
const SavedEvent = z.object({ event: Event, on: z.int() })
type SavedEvent = z.infer<typeof SavedEvent>
const SavedEvents = z.object({
  total: z.int(),
  on: z.int(),
  items: z.array(SavedEvent),
  withPhotos: z.optional(z.int()),
})
type SavedEvents = z.infer<typeof SavedEvents>

/** Caches the list of the last visit: shown at once, and the only list when offline. */
const saved = persisted<SavedEvents | null>({
  key: 'savedEvents',
  schema: z.nullable(SavedEvents),
  initial: null,
})

/** Returns the saved list, and when it was read. */
export function savedEvents(): {
  total: number
  on: number
  items: readonly Event[]
  /** Counts the events with photos, among all; absent: unknown. */
  withPhotos?: number
} | null {
  const all = saved.read()
  if (all) return { ...all, items: all.items.map(({ event }) => event) }
  const { newest, readOn } = initialData()
  return newest ? { ...newest, on: readOn } : null
}

/** Returns at most `count` saved events nearest to a day, before or after it. */
export function nearestEvents(now: Date, count: number): readonly Event[] {
  const distance = (event: Event) => Math.abs(daysUntil(event, now))
  return (savedEvents()?.items ?? []).toSorted((a, b) => distance(a) - distance(b)).slice(0, count)
}

function savedOne(eventId: string): SavedEvent | undefined {
  const one = saved.read()?.items.find(({ event }) => event.eventId === eventId)
  if (one) return one
  const { event, readOn } = initialData()
  return event?.eventId === eventId ? { event, on: readOn } : undefined
}

export function savedEvent(eventId: string): Event | undefined {
  return savedOne(eventId)?.event
}

/** Subscribes to the saved event. */
export function useSavedEvent(eventId: string): Event | undefined {
  useAtomValue(saved.atom)
  return savedEvent(eventId)
}

/** Returns when the event was read from the service, ms. */
export function savedEventOn(eventId: string): number | undefined {
  return savedOne(eventId)?.on
}

/** Saves a fresh list. Events saved before are kept after it. */
export function saveEvents(
  { items, total, withPhotos }: { items: readonly Event[]; total: number; withPhotos?: number },
  on = Date.now(),
): void {
  const older = saved.read()?.items ?? []
  const fresh = new Set(items.map((event) => event.eventId))
  const kept = older.filter(({ event }) => !fresh.has(event.eventId))
  const listed = [...items.map((event) => ({ event, on })), ...kept].slice(0, mostSaved)
  saved.write({ total, withPhotos, on, items: listed })
}

/** Appends a further page of the list to the saved events. Known events are replaced in place. */
export function saveMoreEvents(items: readonly Event[], on = Date.now()): void {
  const before = saved.read() ?? { items: [], total: 0, on }
  const fresh = new Map(items.map((event) => [event.eventId, { event, on }]))
  const known = before.items.map((each) => fresh.get(each.event.eventId) ?? each)
  const seen = new Set(before.items.map(({ event }) => event.eventId))
  const added = [...fresh.values()].filter(({ event }) => !seen.has(event.eventId))
  saved.write({ ...before, items: [...known, ...added].slice(0, mostSaved) })
}

/** Saves one event in place, or at the end. */
export function saveEvent(event: Event, on = Date.now()): void {
  const before = saved.read() ?? { items: [], total: 0, on }
  const one = { event, on }
  const known = before.items.some((each) => each.event.eventId === event.eventId)
  const items = known
    ? before.items.map((each) => (each.event.eventId === event.eventId ? one : each))
    : [...before.items, one].slice(-mostSaved)
  // keep the total and its time: only a list contains them
  saved.write({ ...before, items })
}
