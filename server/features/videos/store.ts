import { type AnyColumn, and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import type { LocalText } from '../../platform/local-text.ts'
import { videos } from './tables.ts'

export type VideoRow = typeof videos.$inferSelect

export interface NewVideo {
  eventId: string
  title: LocalText
  /** Normal form; null for a video of the whole event. */
  startNumber: string | null
  durationS: number
  takenOn: Date | null
  /** Hash of the original's bytes, lower-case hex. */
  sha256: string
  fileName: string
  mime: string
  sizeInBytes: number
  /** From `newOriginalKey()` of the photos feature. */
  originalKey: string
  /** From `newMediaKey()`: shown before purchase; null when there is no preview. */
  previewKey: string | null
  poster: { key: string; width: number; height: number } | null
}

/** Inserts a video; the same file is in an event once. */
export async function addVideo(
  context: Context,
  video: NewVideo,
): Promise<{ videoId: string; isNew: boolean }> {
  const { poster, ...columns } = video
  const [row] = await context.db
    .insert(videos)
    .values({
      id: newId(),
      tenant: context.tenant.name,
      ...columns,
      posterKey: poster?.key ?? null,
      posterWidth: poster?.width ?? 0,
      posterHeight: poster?.height ?? 0,
      createdOn: context.now,
    })
    .onConflictDoNothing()
    .returning({ id: videos.id })
  if (row) return { videoId: row.id, isNew: true }
  const existing = await findVideoBySha(context, video.eventId, video.sha256)
  if (!existing) throw new Error('A video is neither new nor known')
  return { videoId: existing.id, isNew: false }
}

/** Returns the video with these bytes in an event. */
export async function findVideoBySha(
  context: Context,
  eventId: string,
  sha256: string,
): Promise<VideoRow | undefined> {
  const [row] = await context.db
    .select()
    .from(videos)
    .where(whereEvent(context, eventId, eq(videos.sha256, sha256)))
  return row
}

/**
 * Lists videos that lack a poster or a preview, oldest first.
 *
 * @param eventId all events when absent
 */
export function findVideosWithoutPictures(context: Context, eventId?: string): Promise<VideoRow[]> {
  return context.db
    .select()
    .from(videos)
    .where(
      and(
        eq(videos.tenant, context.tenant.name),
        or(isNull(videos.previewKey), isNull(videos.posterKey)),
        eventId === undefined ? undefined : eq(videos.eventId, eventId),
      ),
    )
    .orderBy(asc(videos.createdOn), asc(videos.id))
}

/**
 * Sets the missing preview and poster of a video; existing ones stay.
 *
 * @returns the keys that the video has now; undefined when there is no such video
 */
export async function addVideoPictures(
  context: Context,
  videoId: string,
  { previewKey, poster }: Pick<NewVideo, 'previewKey' | 'poster'>,
): Promise<{ previewKey: string | null; posterKey: string | null } | undefined> {
  const setIfNoPoster = (column: AnyColumn, value: string | number) =>
    sql`case when ${videos.posterKey} is null then ${value} else ${column} end`
  const [row] = await context.db
    .update(videos)
    .set({
      previewKey: sql`coalesce(${videos.previewKey}, ${previewKey})`,
      ...(poster
        ? {
            posterKey: setIfNoPoster(videos.posterKey, poster.key),
            posterWidth: setIfNoPoster(videos.posterWidth, poster.width),
            posterHeight: setIfNoPoster(videos.posterHeight, poster.height),
          }
        : {}),
    })
    .where(and(eq(videos.tenant, context.tenant.name), eq(videos.id, videoId)))
    .returning({ previewKey: videos.previewKey, posterKey: videos.posterKey })
  return row
}

/** Returns a video with the key of its original: for delivery, never for the public. */
export async function findVideo(context: Context, videoId: string): Promise<VideoRow | undefined> {
  const [row] = await context.db
    .select()
    .from(videos)
    .where(and(eq(videos.tenant, context.tenant.name), eq(videos.id, videoId)))
  return row
}

/** Returns videos by id. */
export async function findVideosByIds(
  context: Context,
  videoIds: readonly string[],
): Promise<Map<string, VideoRow>> {
  if (videoIds.length === 0) return new Map()
  const rows = await context.db
    .select()
    .from(videos)
    .where(and(eq(videos.tenant, context.tenant.name), inArray(videos.id, [...videoIds])))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns video posters by video id. */
export async function findVideoPosters(
  context: Context,
  videoIds: readonly string[],
): Promise<Map<string, { thumbKey: string; thumbWidth: number; thumbHeight: number }>> {
  if (videoIds.length === 0) return new Map()
  const rows = await context.db
    .select({
      id: videos.id,
      posterKey: videos.posterKey,
      posterWidth: videos.posterWidth,
      posterHeight: videos.posterHeight,
    })
    .from(videos)
    .where(and(eq(videos.tenant, context.tenant.name), inArray(videos.id, [...videoIds])))
  return new Map(
    rows.flatMap(({ id, posterKey, posterWidth, posterHeight }) =>
      posterKey === null
        ? []
        : [[id, { thumbKey: posterKey, thumbWidth: posterWidth, thumbHeight: posterHeight }] as const],
    ),
  )
}

/** Returns which of some events have videos. */
export async function findEventsWithVideos(
  context: Context,
  eventIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (eventIds.length === 0) return new Set()
  const rows = await context.db
    .selectDistinct({ eventId: videos.eventId })
    .from(videos)
    .where(and(eq(videos.tenant, context.tenant.name), inArray(videos.eventId, [...eventIds])))
  return new Set(rows.map(({ eventId }) => eventId))
}

/**
 * Reads one page of an event's videos, personal ones first, then by time.
 *
 * @param input.startNumbers of these runners, and of the whole event; all videos when absent
 */
export async function findVideosPage(
  context: Context,
  eventId: string,
  input: {
    startNumbers: readonly string[] | undefined
    offset: number
    count: number
  },
): Promise<{ rows: VideoRow[]; total: number }> {
  const isOfRunners = input.startNumbers && inArray(videos.startNumber, [...input.startNumbers])
  const condition = whereEvent(context, eventId, isOfRunners && or(isOfRunners, isNull(videos.startNumber)))
  const rows = await context.db
    .select()
    .from(videos)
    .where(condition)
    .orderBy(sql`${videos.startNumber} is null`, sql`${videos.takenOn} nulls last`, asc(videos.id))
    .limit(input.count)
    .offset(input.offset)
  const [counted] = await context.db
    .select({ total: sql<number>`count(*)::int` })
    .from(videos)
    .where(condition)
  return { rows, total: counted?.total ?? 0 }
}

function whereEvent(context: Context, eventId: string, condition?: SQL): SQL | undefined {
  return and(eq(videos.tenant, context.tenant.name), eq(videos.eventId, eventId), condition)
}
