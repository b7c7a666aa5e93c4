import { and, asc, desc, eq, gte, inArray, lt, notInArray, type SQL, sql } from 'drizzle-orm'
import { reportPoint } from '../../../contract/events.ts'
import type { Context } from '../../platform/context.ts'
import type { PhotoRow } from './store.ts'
import { photos, photoTags } from './tables.ts'

export type TagRow = typeof photoTags.$inferSelect

/** Filters the photos of an album; empty for all of them. */
export interface AlbumFilter {
  /** Key of a place on the course. */
  point?: string
  /** ISO 8601 in UTC; inclusive. */
  takenFrom?: string
  /** ISO 8601 in UTC; exclusive. */
  takenTo?: string
  /** Id of a single photo. */
  photoId?: string
}

/** Returns whether a filter lets all photos of an album through. */
export const isUnfiltered = ({ point, takenFrom, takenTo, photoId }: AlbumFilter) =>
  !point && !takenFrom && !takenTo && !photoId

/** Number of photos with large faces at the start of a whole album. */
const leadingCount = 12
/** Number of largest faces that these are picked from, so that their points can alternate. */
const leadingCandidates = 48

/** A photo with a large face that the whole album shows before its time order. */
export type LeadingPhoto = Pick<PhotoRow, 'id' | 'point' | 'shownOn'>

/** Returns the photos that the whole album starts with: the largest faces first, with alternating points if possible. */
export async function findLeadingPhotos(context: Context, eventId: string): Promise<LeadingPhoto[]> {
  const candidates = await context.db
    .select({ id: photos.id, point: photos.point, shownOn: photos.shownOn })
    .from(photos)
    .where(and(matchesAlbum(context, eventId), sql`${photos.faceShare} > 0`))
    .orderBy(desc(photos.faceShare), desc(photos.id))
    .limit(leadingCandidates)
  const leadingPhotos: LeadingPhoto[] = []
  while (leadingPhotos.length < leadingCount && candidates.length > 0) {
    const lastLeading = leadingPhotos.at(-1)
    const otherPointIndex = lastLeading ? candidates.findIndex(({ point }) => point !== lastLeading.point) : 0
    leadingPhotos.push(...candidates.splice(Math.max(0, otherPointIndex), 1))
  }
  return leadingPhotos
}

/**
 * Returns one page of an album. The whole album starts with its leading photos; the rest, and every part of it, is in time
 * order.
 *
 * @param page `total` is the current number of photos in that part of the album
 */
export async function findAlbumPage(
  context: Context,
  eventId: string,
  page: AlbumFilter & { offset: number; count: number; total: number },
): Promise<PhotoRow[]> {
  const leading = isUnfiltered(page) ? (await findLeadingPhotos(context, eventId)).map(({ id }) => id) : []
  const leadingOnPage = leading.slice(page.offset, page.offset + page.count)
  const restOfPage = await findPageInTimeOrder(
    context,
    and(matchesAlbumFilter(context, eventId, page), notInArray(photos.id, leading)),
    {
      offset: Math.max(0, page.offset - leading.length),
      count: page.count - leadingOnPage.length,
      total: page.total - leading.length,
    },
  )
  return [...(await findPhotoRows(context, leadingOnPage)), ...restOfPage]
}

/**
 * Selects the rows by the album's index alone before reading them, from the nearer end. A page at the end costs no more than
 * the first.
 */
async function findPageInTimeOrder(
  context: Context,
  condition: SQL | undefined,
  page: { offset: number; count: number; total: number },
): Promise<PhotoRow[]> {
  const { offset, total } = page
  const count = Math.min(page.count, total - offset)
  if (count <= 0) return []
  const isFromEnd = offset > total / 2
  const direction = isFromEnd ? desc : asc
  const pickedIds = context.db
    .select({ id: photos.id })
    .from(photos)
    .where(condition)
    .orderBy(direction(photos.shownOn), direction(photos.id))
    .limit(count)
    .offset(isFromEnd ? total - offset - count : offset)
  return context.db
    .select()
    .from(photos)
    .where(inArray(photos.id, pickedIds))
    .orderBy(asc(photos.shownOn), asc(photos.id))
}

/** Counts the public photos of an album, or of a part of it. */
export async function countAlbum(
  context: Context,
  eventId: string,
  filter: AlbumFilter = {},
): Promise<number> {
  const [counted] = await context.db
    .select({ total: sql<number>`count(*)::int` })
    .from(photos)
    .where(matchesAlbumFilter(context, eventId, filter))
  return counted?.total ?? 0
}

/** Returns a public photo of an event; undefined when there is none. */
export async function findAlbumPhoto(
  context: Context,
  eventId: string,
  photoId: string,
): Promise<PhotoRow | undefined> {
  const [row] = await context.db
    .select()
    .from(photos)
    .where(and(isReadyInEvent(context, eventId), eq(photos.id, photoId)))
  return row
}

/** Returns those of the photos that are public and in that part of the album, in time order. */
export async function filterInTimeOrder(
  context: Context,
  eventId: string,
  photoIds: readonly string[],
  filter: AlbumFilter = {},
): Promise<string[]> {
  if (photoIds.length === 0) return []
  const rows = await context.db
    .select({ id: photos.id })
    .from(photos)
    .where(and(isReadyInEvent(context, eventId), matchesFilter(filter), inArray(photos.id, [...photoIds])))
    .orderBy(asc(photos.shownOn), asc(photos.id))
  return rows.map((row) => row.id)
}

/** Returns the rows of some photos, in the given order. */
export async function findPhotoRows(context: Context, photoIds: readonly string[]): Promise<PhotoRow[]> {
  if (photoIds.length === 0) return []
  const rows = await context.db
    .select()
    .from(photos)
    .where(and(eq(photos.tenant, context.tenant.name), inArray(photos.id, [...photoIds])))
  const byId = new Map(rows.map((row) => [row.id, row]))
  return photoIds.flatMap((id) => byId.get(id) ?? [])
}

/** Returns up to `count` of some photos, the largest faces first. */
export async function findPhotosWithLargeFaces(
  context: Context,
  photoIds: readonly string[],
  count: number,
): Promise<PhotoRow[]> {
  const rows = await findPhotoRows(context, photoIds)
  return rows.toSorted((one, other) => other.faceShare - one.faceShare).slice(0, count)
}

/** Returns the tags of some photos, the highest confidence first. */
export async function findTags(context: Context, photoIds: readonly string[]): Promise<TagRow[]> {
  if (photoIds.length === 0) return []
  return context.db
    .select()
    .from(photoTags)
    .where(and(eq(photoTags.tenant, context.tenant.name), inArray(photoTags.photoId, [...photoIds])))
    .orderBy(sql`${photoTags.confidence} desc`, asc(photoTags.value))
}

/** Returns ids of photos on which one of the start numbers was read. */
export async function findPhotosWithNumbers(
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

/** Excludes the photo report unless its point or one of its photos is requested. */
function matchesAlbumFilter(context: Context, eventId: string, filter: AlbumFilter) {
  return and(
    filter.point || filter.photoId ? isReadyInEvent(context, eventId) : matchesAlbum(context, eventId),
    matchesFilter(filter),
  )
}

function matchesFilter({ point, takenFrom, takenTo, photoId }: AlbumFilter) {
  return and(
    point === undefined ? undefined : eq(photos.point, point),
    takenFrom === undefined ? undefined : gte(photos.shownOn, new Date(takenFrom)),
    takenTo === undefined ? undefined : lt(photos.shownOn, new Date(takenTo)),
    photoId === undefined ? undefined : eq(photos.id, photoId),
  )
}

/** Matches the photos of an album without those of the photo report. */
export function matchesAlbum(context: Context, eventId: string) {
  return and(
    isReadyInEvent(context, eventId),
    // As in the indexes; with a parameter the planner would not use them.
    sql`${photos.point} is distinct from ${sql.raw(`'${reportPoint}'`)}`,
  )
}

function isReadyInEvent(context: Context, eventId: string) {
  return and(
    eq(photos.tenant, context.tenant.name),
    eq(photos.eventId, eventId),
    sql`${photos.state} = 'Ready'`,
  )
}
