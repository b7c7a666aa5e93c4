import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
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
  /** Of the original's bytes, lower-case hex. */
  sha256: string
  fileName: string
  mime: string
  sizeInBytes: number
  /** From `newOriginalKey()` of the photos' door. */
  originalKey: string
  /** From `newMediaKey()`: what may be seen before it is bought. */
  previewKey: string
  poster: { key: string; width: number; height: number } | null
}

/** Writes a video; the same file is in an event once. */
export async function addVideo(
  context: Context,
  video: NewVideo,
): Promise<{ videoId: string; isNew: boolean }> {
  const { poster, ...known } = video
  const [row] = await context.db
    .insert(videos)
    .values({
      id: newId(),
      tenant: context.tenant.name,
      ...known,
      posterKey: poster?.key ?? null,
      posterWidth: poster?.width ?? 0,
      posterHeight: poster?.height ?? 0,
      createdOn: context.now,
    })
    .onConflictDoNothing()
    .returning({ id: videos.id })
  if (row) return { videoId: row.id, isNew: true }
  const existing = await videoBySha(context, video.eventId, video.sha256)
  if (!existing) throw new Error('A video is neither new nor known')
  return { videoId: existing.id, isNew: false }
}

/** The video with these bytes in an event. */
export async function videoBySha(
  context: Context,
  eventId: string,
  sha256: string,
): Promise<VideoRow | undefined> {
  const [row] = await context.db
    .select()
    .from(videos)
    .where(ofEvent(context, eventId, eq(videos.sha256, sha256)))
  return row
}

/** A video with the key of its original: for those who deliver it, never for the public. */
export async function findVideo(context: Context, videoId: string): Promise<VideoRow | undefined> {
  const [row] = await context.db
    .select()
    .from(videos)
    .where(and(eq(videos.tenant, context.tenant.name), eq(videos.id, videoId)))
  return row
}

/**
 * One page of an event's videos, personal ones first, then by time.
 *
 * @param wish.startNumbers only videos of these runners; all when absent
 * @param wish.andOfEveryone and besides, the videos of the whole event
 */
export async function pageOfVideos(
  context: Context,
  eventId: string,
  wish: {
    startNumbers: readonly string[] | undefined
    andOfEveryone: boolean
    offset: number
    count: number
  },
): Promise<{ rows: VideoRow[]; total: number }> {
  const theirs = wish.startNumbers && inArray(videos.startNumber, [...wish.startNumbers])
  const condition = ofEvent(
    context,
    eventId,
    theirs && wish.andOfEveryone ? or(theirs, isNull(videos.startNumber)) : theirs,
  )
  const rows = await context.db
    .select()
    .from(videos)
    .where(condition)
    .orderBy(sql`${videos.startNumber} is null`, sql`${videos.takenOn} nulls last`, asc(videos.id))
    .limit(wish.count)
    .offset(wish.offset)
  const [counted] = await context.db
    .select({ total: sql<number>`count(*)::int` })
    .from(videos)
    .where(condition)
  return { rows, total: counted?.total ?? 0 }
}

function ofEvent(context: Context, eventId: string, condition?: SQL): SQL | undefined {
  return and(eq(videos.tenant, context.tenant.name), eq(videos.eventId, eventId), condition)
}
