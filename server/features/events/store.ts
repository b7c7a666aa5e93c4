import { and, desc, eq, like, or, type SQL, sql } from 'drizzle-orm'
import { readDate } from '../../../contract/date-words.ts'
import type { Context } from '../../platform/context.ts'
import { foldText } from '../../platform/fold-text.ts'
import { newId } from '../../platform/ids.ts'
import { type LocalText, localTexts } from '../../platform/local-text.ts'
import { events } from './tables.ts'
import type { EventCover, EventPoint, EventSwitches } from './words.ts'

export type EventRow = typeof events.$inferSelect

export interface NewEvent {
  /** Unique among all tenants; a random one when absent. */
  id?: string
  /** The organizer's own id; unique within the tenant. */
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
  /** Largest distance at which a face counts as the same person; absent for the usual one. */
  faceThreshold?: number
  state?: EventRow['state']
}

/**
 * Writes a new event with new ids of its album, catalog and start list.
 *
 * @throws a unique violation (23505) when the tenant has an event with this external id
 */
export async function createEvent(context: Context, event: NewEvent): Promise<EventRow> {
  const words = [event.title, event.city].flatMap(localTexts)
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
      searchText: foldText([...words, event.externalId ?? ''].join(' ')),
      createdOn: context.now,
    })
    .returning()
  if (!row) throw new Error('The event was not written')
  return row
}

/** The picture that stands for the event. */
export async function setEventCover(context: Context, eventId: string, cover: EventCover): Promise<void> {
  await context.db
    .update(events)
    .set({ cover })
    .where(and(eq(events.tenant, context.tenant.name), eq(events.id, eventId)))
}

/** Switches things of an event on or off; others stay as they are. */
export async function setEventSwitches(
  context: Context,
  eventId: string,
  switches: Partial<EventSwitches>,
): Promise<void> {
  const event = await findEvent(context, eventId)
  await context.db
    .update(events)
    .set({ switches: { ...event?.switches, ...switches } })
    .where(and(eq(events.tenant, context.tenant.name), eq(events.id, eventId)))
}

/** An event of the tenant, a hidden one too; undefined when it has none of that id. */
export function findEvent(context: Context, eventId: string): Promise<EventRow | undefined> {
  return findBy(context, eq(events.id, eventId))
}

/** The event of an album; undefined when the tenant has none. */
export function findEventByAlbum(context: Context, albumId: string): Promise<EventRow | undefined> {
  return findBy(context, eq(events.albumId, albumId))
}

/** The event of a start list; undefined when the tenant has none. */
export function findEventByList(context: Context, competitorsListId: string): Promise<EventRow | undefined> {
  return findBy(context, eq(events.competitorsListId, competitorsListId))
}

/** The event that another system knows by an id of its own; undefined when the tenant has none. */
export function findEventByExternalId(context: Context, externalId: string): Promise<EventRow | undefined> {
  return findBy(context, eq(events.externalId, externalId))
}

async function findBy(context: Context, condition: SQL): Promise<EventRow | undefined> {
  const [row] = await context.db
    .select()
    .from(events)
    .where(and(eq(events.tenant, context.tenant.name), condition))
  return row
}

/** Every event of the tenant, newest first, hidden ones too: for tools, not for the public. */
export function listAllEvents(context: Context): Promise<EventRow[]> {
  return context.db
    .select()
    .from(events)
    .where(eq(events.tenant, context.tenant.name))
    .orderBy(desc(events.startsOn), events.id)
}

/** Published events that took place on such a day, and have the other words that were typed. */
function onDay(typed: string): SQL | undefined {
  const wish = readDate(typed)
  if (!wish) return undefined
  const { year, month, day } = wish
  const first = sql`(${events.startsOn} at time zone ${events.timeZone})::date`
  const last = sql`(${events.endsOn} at time zone ${events.timeZone})::date`
  // of a race of several days each is a day of the race
  const isDay = sql`exists (
    select 1 from generate_series(${first}, ${last}, interval '1 day') as days(day)
    where ${sql.join(
      [
        year === undefined ? sql`true` : sql`extract(year from days.day) = ${year}`,
        month === undefined ? sql`true` : sql`extract(month from days.day) = ${month}`,
        day === undefined ? sql`true` : sql`extract(day from days.day) = ${day}`,
      ],
      sql` and `,
    )})`
  return and(isDay, ...wordsIn(wish.rest))
}

/** Each word of a search must be among the event's words. */
function wordsIn(typed: string): SQL[] {
  const words = foldText(typed).split(' ')
  return words.flatMap((word) => (word === '' ? [] : like(events.searchText, `%${word}%`)))
}

/**
 * One page of the published events, newest first; every word of the search must be in the event's words, but for
 * those of a date on which it took place.
 */
export async function searchEvents(
  context: Context,
  wish: { searchString?: string; externalEventId?: string; offset: number; count: number },
): Promise<{ rows: EventRow[]; total: number }> {
  const typed = wish.searchString ?? ''
  const condition = and(
    eq(events.tenant, context.tenant.name),
    eq(events.state, 'Published'),
    wish.externalEventId === undefined ? undefined : eq(events.externalId, wish.externalEventId),
    or(and(sql`true`, ...wordsIn(typed)), onDay(typed)),
  )
  const rows = await context.db
    .select()
    .from(events)
    .where(condition)
    .orderBy(desc(events.startsOn), events.id)
    .limit(wish.count)
    .offset(wish.offset)
  const [counted] = await context.db
    .select({ total: sql<number>`count(*)::int` })
    .from(events)
    .where(condition)
  return { rows, total: counted?.total ?? 0 }
}
