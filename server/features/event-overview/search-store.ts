import { and, desc, eq, exists, like, or, type SQL, sql } from 'drizzle-orm'
import { parseDateQuery } from '../../../contract/date-query.ts'
import { reportPoint } from '../../../contract/events.ts'
import type { Context } from '../../platform/context.ts'
import { foldText } from '../../platform/fold-text.ts'
import type { EventRow } from '../events/index.ts'
import { events } from '../events/tables.ts'
import { photos } from '../photos/tables.ts'

/** Matches published events that took place on the typed date and contain the other typed words. */
function matchesDay(typed: string): SQL | undefined {
  const input = parseDateQuery(typed)
  if (!input) return undefined
  const { year, month, day } = input
  const first = sql`(${events.startsOn} at time zone ${events.timeZone})::date`
  const last = sql`(${events.endsOn} at time zone ${events.timeZone})::date`
  // A race of several days matches each of its days.
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
  return and(isDay, ...matchesWords(input.rest))
}

/** Requires each word of a search among the event's words. */
function matchesWords(typed: string): SQL[] {
  const words = foldText(typed).split(' ')
  return words.flatMap((word) => (word === '' ? [] : like(events.searchText, `%${word}%`)))
}

/** Selects the ready photos of the outer query's event, without the photo report. */
function selectAlbumPhotos(context: Context) {
  return context.db
    .select({ one: sql`1` })
    .from(photos)
    .where(
      and(
        eq(photos.tenant, context.tenant.name),
        eq(photos.eventId, events.id),
        eq(photos.state, 'Ready'),
        sql`${photos.point} is distinct from ${reportPoint}`,
      ),
    )
}

/**
 * Returns one page of the published events, newest first. Every word of the search must be among the event's words, except
 * those of a date on which it took place. Counts all matches, and those with photos.
 */
export async function searchEvents(
  context: Context,
  input: { searchString?: string; externalEventId?: string; offset: number; count: number },
): Promise<{ rows: EventRow[]; total: number; withPhotos: number }> {
  const typed = input.searchString ?? ''
  const condition = and(
    eq(events.tenant, context.tenant.name),
    eq(events.state, 'Published'),
    input.externalEventId === undefined ? undefined : eq(events.externalId, input.externalEventId),
    or(and(sql`true`, ...matchesWords(typed)), matchesDay(typed)),
  )
  const rows = await context.db
    .select()
    .from(events)
    .where(condition)
    .orderBy(desc(events.startsOn), events.id)
    .limit(input.count)
    .offset(input.offset)
  const [counted] = await context.db
    .select({
      total: sql<number>`count(*)::int`,
      withPhotos: sql<number>`(count(*) filter (where ${exists(selectAlbumPhotos(context))}))::int`,
    })
    .from(events)
    .where(condition)
  return { rows, total: counted?.total ?? 0, withPhotos: counted?.withPhotos ?? 0 }
}
