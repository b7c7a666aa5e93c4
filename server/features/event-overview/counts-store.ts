import { and, asc, desc, eq, exists, gt, inArray, sql } from 'drizzle-orm'
import { reportPoint } from '../../../contract/events.ts'
import type { Context } from '../../platform/context.ts'
import { competitors } from '../competitors/tables.ts'
import type { EventCover, EventRow } from '../events/index.ts'
import { events as eventsTable } from '../events/tables.ts'
import { frames } from '../frame/tables.ts'
import { ingestLeaseInMs, ingests } from '../ingest/tables.ts'
import { photos, photoTags } from '../photos/tables.ts'
import { videos } from '../videos/tables.ts'

/** Counts of an event's photos, videos, competitors and frames. */
export interface EventCounts {
  photosReady: number
  /** Includes those that wait in ingest runs. */
  photosProcessing: number
  videos: number
  competitors: number
  frames: number
  /** Ready photos that belong to the photo report. */
  report: number
  /** Whether start numbers were read on some of the photos. */
  hasNumbers: boolean
}

const count = sql<number>`count(*)::int`

/** Counts the rows of several events at once, by event id. */
export async function countEventItems(
  context: Context,
  events: readonly EventRow[],
): Promise<Map<string, EventCounts>> {
  if (events.length === 0) return new Map()
  const tenant = context.tenant.name
  const eventIds = events.map((event) => event.id)
  const listIds = events.map((event) => event.competitorsListId)
  const photoRows = await context.db
    .select({ eventId: photos.eventId, state: photos.state, count })
    .from(photos)
    .where(and(eq(photos.tenant, tenant), inArray(photos.eventId, eventIds)))
    .groupBy(photos.eventId, photos.state)
  const videoRows = await context.db
    .select({ eventId: videos.eventId, count })
    .from(videos)
    .where(and(eq(videos.tenant, tenant), inArray(videos.eventId, eventIds)))
    .groupBy(videos.eventId)
  const frameRows = await context.db
    .select({ eventId: frames.eventId, count })
    .from(frames)
    .where(and(eq(frames.tenant, tenant), inArray(frames.eventId, eventIds)))
    .groupBy(frames.eventId)
  const runnerRows = await context.db
    .select({ listId: competitors.listId, count })
    .from(competitors)
    .where(and(eq(competitors.tenant, tenant), inArray(competitors.listId, listIds)))
    .groupBy(competitors.listId)
  const waitingRows = await context.db
    .select({ eventId: ingests.eventId, count: sql<number>`sum(${ingests.waiting})::int` })
    .from(ingests)
    .where(
      and(
        eq(ingests.tenant, tenant),
        inArray(ingests.eventId, eventIds),
        gt(ingests.renewedOn, getLeaseStart(context)),
      ),
    )
    .groupBy(ingests.eventId)
  const reportRows = await context.db
    .select({ eventId: photos.eventId, count })
    .from(photos)
    .where(
      and(
        eq(photos.tenant, tenant),
        inArray(photos.eventId, eventIds),
        eq(photos.point, reportPoint),
        sql`${photos.state} = 'Ready'`,
      ),
    )
    .groupBy(photos.eventId)
  const taggedRows = await context.db
    .select({ eventId: eventsTable.id })
    .from(eventsTable)
    .where(
      and(
        eq(eventsTable.tenant, tenant),
        inArray(eventsTable.id, eventIds),
        exists(
          context.db
            .select({ one: sql`1` })
            .from(photoTags)
            .where(
              and(
                eq(photoTags.tenant, tenant),
                eq(photoTags.eventId, eventsTable.id),
                eq(photoTags.name, 'number'),
              ),
            ),
        ),
      ),
    )
  const getWaitingCount = (eventId: string) => waitingRows.find((row) => row.eventId === eventId)?.count ?? 0
  const getPhotoCount = (eventId: string, state: string) =>
    photoRows.find((row) => row.eventId === eventId && row.state === state)?.count ?? 0
  return new Map(
    events.map((event) => [
      event.id,
      {
        photosReady: getPhotoCount(event.id, 'Ready'),
        photosProcessing: getPhotoCount(event.id, 'Processing') + getWaitingCount(event.id),
        videos: videoRows.find((row) => row.eventId === event.id)?.count ?? 0,
        frames: frameRows.find((row) => row.eventId === event.id)?.count ?? 0,
        competitors: runnerRows.find((row) => row.listId === event.competitorsListId)?.count ?? 0,
        report: reportRows.find((row) => row.eventId === event.id)?.count ?? 0,
        hasNumbers: taggedRows.some((row) => row.eventId === event.id),
      },
    ]),
  )
}

/** Returns whether photos of an event are being processed, or wait in ingest runs. */
export async function hasUnprocessedPhotos(context: Context, eventId: string): Promise<boolean> {
  const tenant = context.tenant.name
  const one = { one: sql`1` }
  const processingPhotos = context.db
    .select(one)
    .from(photos)
    .where(and(eq(photos.tenant, tenant), eq(photos.eventId, eventId), sql`${photos.state} = 'Processing'`))
  const waitingIngests = context.db
    .select(one)
    .from(ingests)
    .where(
      and(
        eq(ingests.tenant, tenant),
        eq(ingests.eventId, eventId),
        gt(ingests.waiting, 0),
        gt(ingests.renewedOn, getLeaseStart(context)),
      ),
    )
  const [row] = await context.db
    .select({ isAny: sql<boolean>`${exists(processingPhotos)} or ${exists(waitingIngests)}` })
    .from(eventsTable)
    .where(and(eq(eventsTable.tenant, tenant), eq(eventsTable.id, eventId)))
  return row?.isAny === true
}

/** Returns the time after which a running ingest has renewed its lease. */
const getLeaseStart = ({ now }: Context) => new Date(now.getTime() - ingestLeaseInMs)

/** Returns the event's own cover, or else the preview of the photo with the largest face. */
export async function findCover(context: Context, event: EventRow): Promise<EventCover | undefined> {
  if (event.cover) return event.cover
  const [first] = await context.db
    .select({
      key: photos.previewKey,
      width: photos.previewWidth,
      height: photos.previewHeight,
      placeholder: photos.placeholder,
    })
    .from(photos)
    .where(
      and(eq(photos.tenant, context.tenant.name), eq(photos.eventId, event.id), eq(photos.state, 'Ready')),
    )
    .orderBy(desc(photos.faceShare), asc(photos.shownOn), asc(photos.id))
    .limit(1)
  return first
}
