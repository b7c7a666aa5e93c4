import { and, asc, desc, eq, gte, inArray, lt, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { PhotoRow } from './store.ts'
import { photos, photoTags } from './tables.ts'

export type TagRow = typeof photoTags.$inferSelect

/** Which photos of an album are meant; nothing for all of them. */
export interface AlbumPart {
  /** Key of a place on the course. */
  point?: string
  /** ISO 8601 in UTC; from then on. */
  takenFrom?: string
  /** ISO 8601 in UTC; before then. */
  takenTo?: string
}

/**
 * One page of an album in time order. The rows are picked by the album's index alone and only then read, and from
 * whichever end is nearer, so that a page at the end costs no more than the first.
 *
 * @param page `total` is how many photos that part of the album has at this moment
 */
export async function pageOfAlbum(
  context: Context,
  eventId: string,
  page: AlbumPart & { offset: number; count: number; total: number },
): Promise<PhotoRow[]> {
  const { offset, total } = page
  const count = Math.min(page.count, total - offset)
  if (count <= 0) return []
  const fromEnd = offset > total / 2
  const direction = fromEnd ? desc : asc
  const picked = context.db
    .select({ id: photos.id })
    .from(photos)
    .where(partOf(context, eventId, page))
    .orderBy(direction(photos.shownOn), direction(photos.id))
    .limit(count)
    .offset(fromEnd ? total - offset - count : offset)
  return context.db
    .select()
    .from(photos)
    .where(inArray(photos.id, picked))
    .orderBy(asc(photos.shownOn), asc(photos.id))
}

/** How many public photos an event has, all or of a part. */
export async function countAlbum(context: Context, eventId: string, part: AlbumPart = {}): Promise<number> {
  const [counted] = await context.db
    .select({ total: sql<number>`count(*)::int` })
    .from(photos)
    .where(partOf(context, eventId, part))
  return counted?.total ?? 0
}

/** A public photo of an event. */
export async function findAlbumPhoto(
  context: Context,
  eventId: string,
  photoId: string,
): Promise<PhotoRow | undefined> {
  const [row] = await context.db
    .select()
    .from(photos)
    .where(and(readyIn(context, eventId), eq(photos.id, photoId)))
  return row
}

/** Those of the photos that are public and in that part of the album, in time order. */
export async function inTimeOrder(
  context: Context,
  eventId: string,
  photoIds: readonly string[],
  part: AlbumPart = {},
): Promise<string[]> {
  if (photoIds.length === 0) return []
  const rows = await context.db
    .select({ id: photos.id })
    .from(photos)
    .where(and(partOf(context, eventId, part), inArray(photos.id, [...photoIds])))
    .orderBy(asc(photos.shownOn), asc(photos.id))
  return rows.map((row) => row.id)
}

/** The rows of some photos, in the order asked for. */
export async function rowsOf(context: Context, photoIds: readonly string[]): Promise<PhotoRow[]> {
  if (photoIds.length === 0) return []
  const rows = await context.db
    .select()
    .from(photos)
    .where(and(eq(photos.tenant, context.tenant.name), inArray(photos.id, [...photoIds])))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return photoIds.flatMap((id) => byId.get(id) ?? [])
}

/** The tags of some photos, surest first. */
export async function tagsOf(context: Context, photoIds: readonly string[]): Promise<TagRow[]> {
  if (photoIds.length === 0) return []
  return context.db
    .select()
    .from(photoTags)
    .where(and(eq(photoTags.tenant, context.tenant.name), inArray(photoTags.photoId, [...photoIds])))
    .orderBy(sql`${photoTags.confidence} desc`, asc(photoTags.value))
}

/** Photos in which one of the start numbers was read. */
export async function photosWithNumbers(
  context: Context,
  eventId: string,
  numbers: readonly string[],
): Promise<string[]> {
  if (numbers.length === 0) return []
  const rows = await context.db
    .selectDistinct({ photoId: photoTags.photoId })
    .from(photoTags)
    .where(
      and(
        eq(photoTags.tenant, context.tenant.name),
        eq(photoTags.eventId, eventId),
        eq(photoTags.name, 'number'),
        inArray(photoTags.value, [...numbers]),
      ),
    )
  return rows.map((row) => row.photoId)
}

function partOf(context: Context, eventId: string, { point, takenFrom, takenTo }: AlbumPart) {
  return and(
    readyIn(context, eventId),
    point === undefined ? undefined : eq(photos.point, point),
    takenFrom === undefined ? undefined : gte(photos.shownOn, new Date(takenFrom)),
    takenTo === undefined ? undefined : lt(photos.shownOn, new Date(takenTo)),
  )
}

function readyIn(context: Context, eventId: string) {
  return and(
    eq(photos.tenant, context.tenant.name),
    eq(photos.eventId, eventId),
    sql`${photos.state} = 'Ready'`,
  )
}
