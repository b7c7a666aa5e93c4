import { and, asc, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import type { PhotoRow } from './store.ts'
import { photos } from './tables.ts'

/** Returns the ready photos among some, by id, in time order. */
export async function findReadyPhotos(
  context: Context,
  photoIds: readonly string[],
): Promise<Map<string, PhotoRow>> {
  if (photoIds.length === 0) return new Map()
  const rows = await context.db
    .select()
    .from(photos)
    .where(
      and(
        eq(photos.tenant, context.tenant.name),
        inArray(photos.id, [...photoIds]),
        eq(photos.state, 'Ready'),
      ),
    )
    .orderBy(asc(photos.shownOn), asc(photos.id))
  return new Map(rows.map((row) => [row.id, row]))
}

/** Describes a photo to everyone, with its watermarked thumbnail. */
export type PublicPhoto = Pick<
  PhotoRow,
  'id' | 'eventId' | 'point' | 'takenOn' | 'thumbKey' | 'thumbWidth' | 'thumbHeight' | 'placeholder'
>

/** Returns public photos by id. */
export async function findPublicPhotos(
  context: Context,
  photoIds: readonly string[],
): Promise<Map<string, PublicPhoto>> {
  if (photoIds.length === 0) return new Map()
  const rows = await context.db
    .select({
      id: photos.id,
      eventId: photos.eventId,
      thumbKey: photos.thumbKey,
      thumbWidth: photos.thumbWidth,
      thumbHeight: photos.thumbHeight,
      placeholder: photos.placeholder,
      point: photos.point,
      takenOn: photos.takenOn,
    })
    .from(photos)
    .where(
      and(
        eq(photos.tenant, context.tenant.name),
        inArray(photos.id, [...photoIds]),
        eq(photos.state, 'Ready'),
      ),
    )
  return new Map(rows.map((row) => [row.id, row]))
}

/** Returns the pixel sizes of the upright originals, by photo id. */
export async function findOriginalSizes(
  context: Context,
  photoIds: readonly string[],
): Promise<Map<string, { width: number; height: number }>> {
  if (photoIds.length === 0) return new Map()
  const rows = await context.db
    .select({ id: photos.id, width: photos.width, height: photos.height })
    .from(photos)
    .where(and(eq(photos.tenant, context.tenant.name), inArray(photos.id, [...photoIds])))
  return new Map(rows.map(({ id, ...size }) => [id, size]))
}
