import { and, eq, sql } from 'drizzle-orm'
import type { AlbumTimes } from '../../../contract/photos.ts'
import type { Context } from '../../platform/context.ts'
import { photos } from './tables.ts'

/** As fine as a ruler on a screen can show. */
const mostSteps = 240
/** Lengths of a step that people read easily. */
const stepsInS = [10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 86_400]

/** How many photos of an album were taken where and when, from rows that the index holds in order. */
export async function timesOfAlbum(context: Context, eventId: string): Promise<AlbumTimes> {
  const album = and(
    eq(photos.tenant, context.tenant.name),
    eq(photos.eventId, eventId),
    sql`${photos.state} = 'Ready'`,
  )
  const seconds = sql<number>`extract(epoch from ${photos.shownOn})`
  const [bounds] = await context.db
    .select({
      first: sql<number | null>`floor(extract(epoch from min(${photos.shownOn})))::int`,
      last: sql<number | null>`ceil(extract(epoch from max(${photos.shownOn})))::int`,
    })
    .from(photos)
    .where(album)
  if (bounds?.first == null || bounds.last == null) return { startsOn: null, stepInS: 60, points: [] }
  const step = stepFor(bounds.last - bounds.first)
  const from = Math.floor(bounds.first / step)
  // a number in the text, so that both mentions are the same expression
  const at = sql<number>`floor(${seconds} / ${sql.raw(String(step))})::int`
  const rows = await context.db
    .select({ point: photos.point, at, count: sql<number>`count(*)::int` })
    .from(photos)
    .where(album)
    .groupBy(photos.point, at)
  const length = Math.floor(bounds.last / step) - from + 1
  const points = new Map<string | null, number[]>()
  for (const row of rows) {
    const counts = points.get(row.point) ?? Array.from({ length }, () => 0)
    counts[row.at - from] = row.count
    points.set(row.point, counts)
  }
  return {
    startsOn: new Date(from * step * 1000).toISOString(),
    stepInS: step,
    points: [...points].map(([point, counts]) => ({ point, counts })),
  }
}

/** The shortest step that keeps the ruler short enough. @param lengthInS from the first photo to the last */
function stepFor(lengthInS: number): number {
  const fitting = stepsInS.find((step) => lengthInS / step <= mostSteps)
  // an album of years: whole days, as many as it takes
  return fitting ?? Math.ceil(lengthInS / mostSteps / 86_400) * 86_400
}
