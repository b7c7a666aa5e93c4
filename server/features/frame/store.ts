import { and, eq, inArray, isNotNull, lt, ne, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { framedPhotos, frames } from './tables.ts'

export type FrameRow = typeof frames.$inferSelect
export type FramedPhotoRow = typeof framedPhotos.$inferSelect

/** Identifies a photo in a frame with the time of a runner; `bib` is empty for none. */
export interface FramedPhotoKey {
  readonly photoId: string
  readonly frameId: string
  readonly bib: string
}

/** Inserts a frame; an event has one frame for the same pictures. */
export async function insertFrame(
  context: Context,
  row: Omit<FrameRow, 'id' | 'tenant' | 'createdOn'>,
): Promise<{ frame: FrameRow; isNew: boolean }> {
  const [added] = await context.db
    .insert(frames)
    .values({ ...row, id: newId(), tenant: context.tenant.name, createdOn: context.now })
    .onConflictDoNothing()
    .returning()
  if (added) return { frame: added, isNew: true }
  const existing = await findFrameBySha(context, row.eventId, row.sha256)
  if (!existing) throw new Error('A frame is neither new nor known')
  return { frame: existing, isNew: false }
}

/** Returns the frame of an event that was made from the same files; undefined when there is none. */
export async function findFrameBySha(
  context: Context,
  eventId: string,
  sha256: string,
): Promise<FrameRow | undefined> {
  const [row] = await context.db
    .select()
    .from(frames)
    .where(
      and(eq(frames.tenant, context.tenant.name), eq(frames.eventId, eventId), eq(frames.sha256, sha256)),
    )
  return row
}

/** Returns a frame of the tenant; undefined for an unknown id. */
export async function findFrame(context: Context, frameId: string): Promise<FrameRow | undefined> {
  const [row] = await context.db
    .select()
    .from(frames)
    .where(and(eq(frames.tenant, context.tenant.name), eq(frames.id, frameId)))
  return row
}

/** Returns the stored row of a framed photo; undefined when it was never requested. */
export async function findFramedPhoto(
  context: Context,
  input: FramedPhotoKey,
): Promise<FramedPhotoRow | undefined> {
  const [row] = await context.db
    .select()
    .from(framedPhotos)
    .where(
      and(
        eq(framedPhotos.tenant, context.tenant.name),
        eq(framedPhotos.photoId, input.photoId),
        eq(framedPhotos.frameId, input.frameId),
        eq(framedPhotos.bib, input.bib),
      ),
    )
  return row
}

/** Returns the photos in all frames, including those without a full size. */
export function findFramedPhotos(context: Context, photoIds: readonly string[]): Promise<FramedPhotoRow[]> {
  if (photoIds.length === 0) return Promise.resolve([])
  return context.db
    .select()
    .from(framedPhotos)
    .where(and(eq(framedPhotos.tenant, context.tenant.name), inArray(framedPhotos.photoId, [...photoIds])))
}

/** Describes the public thumbnail of a framed photo. */
export type FramedThumb = Pick<
  FramedPhotoRow,
  'photoId' | 'frameId' | 'bib' | 'thumbKey' | 'thumbWidth' | 'thumbHeight'
>

/** Returns the framed thumbnails of some photos, in all frames. */
export function findFramedThumbs(context: Context, photoIds: readonly string[]): Promise<FramedThumb[]> {
  if (photoIds.length === 0) return Promise.resolve([])
  return context.db
    .select({
      photoId: framedPhotos.photoId,
      frameId: framedPhotos.frameId,
      bib: framedPhotos.bib,
      thumbKey: framedPhotos.thumbKey,
      thumbWidth: framedPhotos.thumbWidth,
      thumbHeight: framedPhotos.thumbHeight,
    })
    .from(framedPhotos)
    .where(and(eq(framedPhotos.tenant, context.tenant.name), inArray(framedPhotos.photoId, [...photoIds])))
}

/** Inserts a framed photo, or returns the one inserted concurrently; `isNew` tells which. */
export async function insertFramedPhoto(
  context: Context,
  row: Omit<
    FramedPhotoRow,
    'id' | 'tenant' | 'createdOn' | 'state' | 'objectKey' | 'sizeInBytes' | 'previewedOn' | 'failures'
  >,
): Promise<{ framed: FramedPhotoRow; isNew: boolean }> {
  const [added] = await context.db
    .insert(framedPhotos)
    .values({
      ...row,
      id: newId(),
      tenant: context.tenant.name,
      state: 'Shown',
      objectKey: null,
      sizeInBytes: null,
      previewedOn: null,
      failures: 0,
      createdOn: context.now,
    })
    .onConflictDoNothing()
    .returning()
  if (added) return { framed: added, isNew: true }
  const existing = await findFramedPhoto(context, row)
  if (!existing) throw new Error('A framed photo is neither new nor known')
  return { framed: existing, isNew: false }
}

/** Replaces the caption and the thumbnail with it; returns undefined when another process has replaced it, or the file is ready. */
export async function replaceCaption(
  context: Context,
  { id, caption }: Pick<FramedPhotoRow, 'id' | 'caption'>,
  next: Pick<FramedPhotoRow, 'caption' | 'thumbKey' | 'thumbWidth' | 'thumbHeight'>,
): Promise<FramedPhotoRow | undefined> {
  const [row] = await context.db
    .update(framedPhotos)
    .set(next)
    .where(
      and(whereFramedPhoto(context, id), eq(framedPhotos.caption, caption), ne(framedPhotos.state, 'Ready')),
    )
    .returning()
  return row
}

/** Sets the full-size file of a framed photo; returns false when another process has set it or changed the caption. */
export async function markReady(
  context: Context,
  { id, caption }: Pick<FramedPhotoRow, 'id' | 'caption'>,
  file: { objectKey: string; sizeInBytes: number },
): Promise<boolean> {
  const rows = await context.db
    .update(framedPhotos)
    .set({ ...file, state: 'Ready' })
    .where(
      and(
        whereFramedPhoto(context, id),
        eq(framedPhotos.caption, caption),
        inArray(framedPhotos.state, ['Shown', 'Failed']),
      ),
    )
    .returning({ id: framedPhotos.id })
  return rows.length > 0
}

/** Counts a failure; after `maxFailures` of them the state becomes `Failed`. */
export async function countFailure(context: Context, id: string, maxFailures: number): Promise<void> {
  await context.db
    .update(framedPhotos)
    .set({
      failures: sql`${framedPhotos.failures} + 1`,
      state: sql`case when ${framedPhotos.failures} + 1 >= ${maxFailures} then 'Failed' else ${framedPhotos.state} end`,
    })
    .where(and(whereFramedPhoto(context, id), eq(framedPhotos.state, 'Shown')))
}

/** Sets the time at which previews of a framed photo were last painted to now; returns false when its caption has changed. */
export async function markPreviewed(
  context: Context,
  { id, caption }: Pick<FramedPhotoRow, 'id' | 'caption'>,
): Promise<boolean> {
  const rows = await context.db
    .update(framedPhotos)
    .set({ previewedOn: context.now })
    .where(and(whereFramedPhoto(context, id), eq(framedPhotos.caption, caption)))
    .returning({ id: framedPhotos.id })
  return rows.length > 0
}

/** Returns framed photos whose previews were last painted before a moment; at most a hundred. */
export function findPreviewedBefore(
  context: Context,
  before: Date,
): Promise<Pick<FramedPhotoRow, 'id' | 'caption'>[]> {
  return context.db
    .select({ id: framedPhotos.id, caption: framedPhotos.caption })
    .from(framedPhotos)
    .where(and(eq(framedPhotos.tenant, context.tenant.name), lt(framedPhotos.previewedOn, before)))
    .limit(100)
}

/** Marks a framed photo as having no previews, unless some were painted since a moment. */
export async function clearPreviewed(context: Context, id: string, since: Date): Promise<void> {
  await context.db
    .update(framedPhotos)
    .set({ previewedOn: null })
    .where(and(whereFramedPhoto(context, id), lt(framedPhotos.previewedOn, since)))
}

/** Returns whether there are previews that will have to be purged. */
export async function hasPreviews(context: Context): Promise<boolean> {
  const [row] = await context.db
    .select({ id: framedPhotos.id })
    .from(framedPhotos)
    .where(and(eq(framedPhotos.tenant, context.tenant.name), isNotNull(framedPhotos.previewedOn)))
    .limit(1)
  return row !== undefined
}

const whereFramedPhoto = (context: Context, id: string) =>
  and(eq(framedPhotos.tenant, context.tenant.name), eq(framedPhotos.id, id))
