import * as z from 'zod/mini'
import { Event } from '../../../contract/events.ts'
import { firstScreen } from '../../lib/first-screen.ts'
import { stored } from '../../platform/storage/index.ts'

const mostSaved = 40

/** `on` is when the service said so, ms. */
const SavedEvent = z.object({ event: Event, on: z.int() })
type SavedEvent = z.infer<typeof SavedEvent>
const SavedEvents = z.object({ total: z.int(), on: z.int(), items: z.array(SavedEvent) })
type SavedEvents = z.infer<typeof SavedEvents>

/** The list of the last visit: shown at once, and all there is without a network. */
const saved = stored<SavedEvents | null>({
  key: 'savedEvents',
  schema: z.nullable(SavedEvents),
  initial: null,
})

/** The saved list, and when it was read. */
export function savedEvents(): { total: number; on: number; items: readonly Event[] } | null {
  const all = saved.read()
  if (all) return { ...all, items: all.items.map(({ event }) => event) }
  const { newest, readOn } = firstScreen()
  return newest ? { ...newest, on: readOn } : null
}

function savedOne(eventId: string): SavedEvent | undefined {
  const one = saved.read()?.items.find(({ event }) => event.eventId === eventId)
  if (one) return one
  const { event, readOn } = firstScreen()
  return event?.eventId === eventId ? { event, on: readOn } : undefined
}

export function savedEvent(eventId: string): Event | undefined {
  return savedOne(eventId)?.event
}

/** When the service said so, ms. */
export function savedEventOn(eventId: string): number | undefined {
  return savedOne(eventId)?.on
}

/** Saves a fresh list; events seen before stay behind it. */
export function saveEvents(items: readonly Event[], total: number, on = Date.now()): void {
  const older = saved.read()?.items ?? []
  const fresh = new Set(items.map((event) => event.eventId))
  const kept = older.filter(({ event }) => !fresh.has(event.eventId))
  saved.write({ total, on, items: [...items.map((event) => ({ event, on })), ...kept].slice(0, mostSaved) })
}

/** Saves one event in its place, or at the end. */
export function saveEvent(event: Event, on = Date.now()): void {
  const before = saved.read() ?? { items: [], total: 0, on }
  const one = { event, on }
  const known = before.items.some((each) => each.event.eventId === event.eventId)
  const items = known
    ? before.items.map((each) => (each.event.eventId === event.eventId ? one : each))
    : [...before.items, one].slice(-mostSaved)
  // how many there are in all, and since when, only a list can tell
  saved.write({ ...before, items })
}
