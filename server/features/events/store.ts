import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { foldText } from '../../platform/fold-text.ts'
import { newId } from '../../platform/ids.ts'
import { type LocalText, listLocalTexts } from '../../platform/local-text.ts'
import { hasFaceSearch } from './face-search.ts'
import { events } from './tables.ts'
import type { EventCover, EventPoint, EventSwitches } from './types.ts'

export type EventRow = typeof events.$inferSelect

export interface NewEvent {
  /** Unique among all tenants; random when absent. */
  id?: string
  /** The organizer's id; unique within the tenant. */
  externalId?: string
  title: LocalText
  city: LocalText
  /** ISO 3166 code, e.g. `RU`. */
  country: string
  /** E.g. `running`, `trail`. */
  sport: string
  startsOn: Date
  endsOn: Date
  /** IANA name, e.g. `Europe/Moscow`. */
  timeZone: string
  distances?: string[]
  points?: EventPoint[]
  cover?: EventCover
  switches?: EventSwitches
  /** Largest distance at which a face counts as the same person; absent for the default. */
  faceThreshold?: number
  state?: EventRow['state']
}

/**
 * Inserts a new event with new ids for its album, catalog and start list.
 *
 * @throws a unique violation (23505) when the tenant has an event with this external id
 */
export async function createEvent(context: Context, event: NewEvent): Promise<EventRow> {
  const [row] = await context.db
    .insert(events)
    .values({
      id: event.id ?? newId(),
      tenant: context.tenant.name,
      externalId: event.externalId ?? null,
      state: event.state ?? 'Published',
      title: event.title,
      city: event.city,
      country: event.country,
      sport: event.sport,
      startsOn: event.startsOn,
      endsOn: event.endsOn,
      timeZone: event.timeZone,
      cover: event.cover ?? null,
      albumId: newId(),
      catalogId: newId(),
      competitorsListId: newId(),
      distances: event.distances ?? [],
      points: event.points ?? [],
      switches: event.switches ?? {},
      faceThreshold: event.faceThreshold ?? null,
      searchText: foldEventText(event),
      createdOn: context.now,
    })
    .returning()
  if (!row) throw new Error('The event was not written')
  return row
}

/** Returns the text by which an event is found: its titles, cities and external id, folded. */
function foldEventText(event: Pick<NewEvent, 'title' | 'city'> & { externalId?: string | null }): string {
  return foldText([...[event.title, event.city].flatMap(listLocalTexts), event.externalId ?? ''].join(' '))
}

/** Sets the cover of an event. */
export async function setEventCover(context: Context, eventId: string, cover: EventCover): Promise<void> {
  await context.db
    .update(events)
    .set({ cover })
    .where(and(eq(events.tenant, context.tenant.name), eq(events.id, eventId)))
}

/** Changes the given switches of an event in one statement; concurrent changes of other switches are kept. */
export async function setEventSwitches(
  context: Context,
  eventId: string,
  switches: Partial<EventSwitches>,
): Promise<void> {
  await context.db
    .update(events)
    .set({ switches: sql`${events.switches} || ${JSON.stringify(switches)}::jsonb` })
    .where(and(eq(events.tenant, context.tenant.name), eq(events.id, eventId)))
}

/** Marks the faces of an event as erased, permanently. Waits for holders of the lock of `lockFaceSearch`. */
export async function setFacesErased(context: Context, eventId: string): Promise<void> {
  await context.db
    .update(events)
    .set({ facesErasedOn: sql`coalesce(${events.facesErasedOn}, ${context.now.toISOString()}::timestamptz)` })
    .where(and(eq(events.tenant, context.tenant.name), eq(events.id, eventId)))
}

/**
 * Returns whether faces of the event may be written, and locks that until the caller's transaction ends. Disabling or erasing
 * them waits for the commit, and sees what was written.
 */
export async function lockFaceSearch(context: Context, eventId: string): Promise<boolean> {
  const [row] = await context.db
    .select({ switches: events.switches, facesErasedOn: events.facesErasedOn })
    .from(events)
    .where(and(eq(events.tenant, context.tenant.name), eq(events.id, eventId)))
    .for('share')
  return row !== undefined && hasFaceSearch(context, row)
}

/** Hides an event from the public, or publishes it again. Its orders, files and data stay unchanged. */
export async function setEventState(
  context: Context,
  eventId: string,
  state: EventRow['state'],
): Promise<void> {
  await context.db
    .update(events)
    .set({ state })
    .where(and(eq(events.tenant, context.tenant.name), eq(events.id, eventId)))
}

/** Returns an event of the tenant, including hidden ones; undefined for an unknown id. */
export function findEvent(context: Context, eventId: string): Promise<EventRow | undefined> {
  return findEventWhere(context, eq(events.id, eventId))
}

/** Returns the event of an album; undefined when the tenant has none. */
export function findEventByAlbum(context: Context, albumId: string): Promise<EventRow | undefined> {
  return findEventWhere(context, eq(events.albumId, albumId))
}

/** Returns the event of a start list; undefined when the tenant has none. */
export function findEventByList(context: Context, competitorsListId: string): Promise<EventRow | undefined> {
  return findEventWhere(context, eq(events.competitorsListId, competitorsListId))
}

/** Returns the event with an external id; undefined when the tenant has none. */
export function findEventByExternalId(context: Context, externalId: string): Promise<EventRow | undefined> {
  return findEventWhere(context, eq(events.externalId, externalId))
}

async function findEventWhere(context: Context, condition: SQL): Promise<EventRow | undefined> {
  const [row] = await context.db
    .select()
    .from(events)
    .where(and(eq(events.tenant, context.tenant.name), condition))
  return row
}

/** Returns all events of the tenant, newest first, including hidden ones. For tools, not for the public. */
export function listAllEvents(context: Context): Promise<EventRow[]> {
  return context.db
    .select()
    .from(events)
    .where(eq(events.tenant, context.tenant.name))
    .orderBy(desc(events.startsOn), events.id)
}

/** Returns the events of some items, by id; missing events are left out. */
export async function findEventsByIds(
  context: Context,
  items: readonly { readonly eventId: string }[],
): Promise<Map<string, EventRow>> {
  const eventIds = [...new Set(items.map((item) => item.eventId))]
  if (eventIds.length === 0) return new Map()
  const rows = await context.db
    .select()
    .from(events)
    .where(and(eq(events.tenant, context.tenant.name), inArray(events.id, eventIds)))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Recomputes the texts by which events are found. Returns how many have changed. */
export async function refoldEvents(context: Context): Promise<number> {
  let changed = 0
  for (const event of await listAllEvents(context)) {
    const searchText = foldEventText(event)
    if (searchText === event.searchText) continue
    const isEvent = and(eq(events.tenant, context.tenant.name), eq(events.id, event.id))
    await context.db.update(events).set({ searchText }).where(isEvent)
    changed++
  }
  return changed
}
