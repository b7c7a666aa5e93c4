import { sql } from 'drizzle-orm'
import type { AlbumTimes } from '../../../contract/photos.ts'
import type { Context } from '../../platform/context.ts'
import { findLeadingPhotos, matchesAlbum } from './album-store.ts'
import { photos } from './tables.ts'

/** Limits the steps to those that the timeline on a screen can resolve. */
const maxSteps = 240
/** Readable lengths of a step. */
const stepLengthsInSeconds = [10, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 21_600, 86_400]

/** Counts the photos of an album by place and time, without the photo report. */
export async function computeAlbumTimes(context: Context, eventId: string): Promise<AlbumTimes> {
  const album = matchesAlbum(context, eventId)
  const seconds = sql<number>`extract(epoch from ${photos.shownOn})`
  const [bounds] = await context.db
    .select({
      first: sql<number | null>`floor(extract(epoch from min(${photos.shownOn})))::int`,
      last: sql<number | null>`ceil(extract(epoch from max(${photos.shownOn})))::int`,
    })
    .from(photos)
    .where(album)
  if (bounds?.first == null || bounds.last == null)
    return { startsOn: null, stepInS: 60, points: [], leading: [] }
  const stepInSeconds = chooseStep(bounds.last - bounds.first)
  const firstStep = Math.floor(bounds.first / stepInSeconds)
  // Inlined, because with parameters the two expressions would not be recognised as equal.
  const stepIndex = sql<number>`floor(${seconds} / ${sql.raw(String(stepInSeconds))})::int`
  const rows = await context.db
    .select({ point: photos.point, at: stepIndex, count: sql<number>`count(*)::int` })
    .from(photos)
    .where(album)
    .groupBy(photos.point, stepIndex)
  const stepCount = Math.floor(bounds.last / stepInSeconds) - firstStep + 1
  const points = new Map<string | null, number[]>()
  for (const row of rows) {
    const counts = points.get(row.point) ?? Array.from({ length: stepCount }, () => 0)
    counts[row.at - firstStep] = row.count
    points.set(row.point, counts)
  }
  const leading = await findLeadingPhotos(context, eventId)
  return {
    startsOn: new Date(firstStep * stepInSeconds * 1000).toISOString(),
    stepInS: stepInSeconds,
    points: [...points].map(([point, counts]) => ({ point, counts })),
    leading: leading.map(({ point, shownOn }) => ({
      point,
      step: Math.floor(shownOn.getTime() / 1000 / stepInSeconds) - firstStep,
    })),
  }
}

/** Returns the shortest step that keeps the timeline short enough. @param lengthInS from the first photo to the last */
function chooseStep(lengthInS: number): number {
  const shortestFitting = stepLengthsInSeconds.find((stepInSeconds) => lengthInS / stepInSeconds <= maxSteps)
  // An album that spans years: steps of whole days.
  return shortestFitting ?? Math.ceil(lengthInS / maxSteps / 86_400) * 86_400
}
