import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import type { MeasuredPhoto } from './ports.ts'
import { photos, photoTags } from './tables.ts'

export type PhotoRow = typeof photos.$inferSelect

/** Describes a photo before its analysis. */
export interface NewPhoto {
  eventId: string
  /** Hash of the original's bytes, lower-case hex. */
  sha256: string
  /** From `hashPicture()`. */
  pictureHash?: string | undefined
  fileName: string
  mime: string
  sizeInBytes: number
  /** From `newOriginalKey()`. */
  originalKey: string
  /** Key of the place on the course. */
  point: string | null
}

/** A picture made from a photo; `width` and `height` in pixels. */
interface StoredPicture {
  /** From `newMediaKey()`. */
  key: string
  width: number
  height: number
}

/** Result of a photo's analysis, with its pictures in the object store. */
export interface PhotoAnalysis extends MeasuredPhoto {
  /** Height of the largest face as a share of the photo's height, 0 to 1; 0 without a face. */
  faceShare: number
  preview: StoredPicture
  medium?: StoredPicture | undefined
  thumb: StoredPicture
  tiny: StoredPicture
}

/** A start number read on a photo, in its normal form. */
export interface RecognizedNumber {
  value: string
  /** 0 to 1. */
  confidence: number
}

/**
 * Inserts a photo, with or without its analysis. The same file, and the same picture, is in an event once.
 *
 * @returns the photo's id, and whether it is new; when it is not, nothing was written
 */
export async function addPhoto(
  context: Context,
  photo: NewPhoto & { analysis?: PhotoAnalysis },
): Promise<{ photoId: string; isNew: boolean }> {
  const { analysis, ...values } = photo
  const [row] = await context.db
    .insert(photos)
    .values({
      id: newId(),
      tenant: context.tenant.name,
      ...values,
      ...(analysis ? toReadyValues(context, analysis) : toPendingValues(context)),
      createdOn: context.now,
    })
    .onConflictDoNothing()
    .returning({ id: photos.id })
  if (row) return { photoId: row.id, isNew: true }
  const existing = await findCopy(context, photo.eventId, photo)
  if (!existing) throw new Error('A photo is neither new nor known')
  return { photoId: existing.id, isNew: false }
}

/** Replaces the start numbers of a photo. */
export function tagNumbers(
  context: Context,
  photo: { eventId: string; photoId: string; numbers: readonly RecognizedNumber[] },
): Promise<void> {
  return inTransaction(context, async ({ db, tenant }) => {
    const { eventId, photoId } = photo
    await db.delete(photoTags).where(and(eq(photoTags.photoId, photoId), eq(photoTags.name, 'number')))
    if (photo.numbers.length === 0) return
    const rows = photo.numbers.map(({ value, confidence }) => ({
      id: newId(),
      tenant: tenant.name,
      eventId,
      photoId,
      name: 'number' as const,
      value,
      confidence,
    }))
    await db.insert(photoTags).values(rows).onConflictDoNothing()
  })
}

/** Returns the photo of an event with these bytes or this picture, in any state; the one with these bytes first. */
export async function findCopy(
  context: Context,
  eventId: string,
  { sha256, pictureHash }: { sha256: string; pictureHash?: string | undefined },
): Promise<PhotoRow | undefined> {
  const sameBytes = eq(photos.sha256, sha256)
  const rows = await context.db
    .select()
    .from(photos)
    .where(
      and(
        eq(photos.tenant, context.tenant.name),
        eq(photos.eventId, eventId),
        pictureHash === undefined ? sameBytes : or(sameBytes, eq(photos.pictureHash, pictureHash)),
      ),
    )
  return rows.find((row) => row.sha256 === sha256) ?? rows[0]
}

/** Stores the hash of a picture for a photo of a release without it, unless another photo of the event has it. */
export async function addPictureHash(context: Context, photo: PhotoRow, pictureHash: string): Promise<void> {
  const { id, eventId, sha256 } = photo
  const other = await findCopy(context, eventId, { sha256: '', pictureHash })
  if (other) return
  await context.db
    .update(photos)
    .set({ pictureHash })
    .where(and(wherePhoto(context, id), eq(photos.sha256, sha256), isNull(photos.pictureHash)))
}

/** Returns a photo in any state, with the key of its original: for delivery, never for the public. */
export async function findPhoto(context: Context, photoId: string): Promise<PhotoRow | undefined> {
  const [row] = await context.db.select().from(photos).where(wherePhoto(context, photoId))
  return row
}

/** Returns the start numbers read on a photo. */
export async function findPhotoNumbers(context: Context, photoId: string): Promise<string[]> {
  const rows = await context.db
    .select({ value: photoTags.value })
    .from(photoTags)
    .where(
      and(
        eq(photoTags.tenant, context.tenant.name),
        eq(photoTags.photoId, photoId),
        eq(photoTags.name, 'number'),
      ),
    )
  return rows.map(({ value }) => value)
}

/** Counts the photos of an event by state. */
export async function countPhotos(
  context: Context,
  eventId: string,
): Promise<Record<PhotoRow['state'], number>> {
  const rows = await context.db
    .select({ state: photos.state, count: sql<number>`count(*)::int` })
    .from(photos)
    .where(and(eq(photos.tenant, context.tenant.name), eq(photos.eventId, eventId)))
    .groupBy(photos.state)
  const counts = { Processing: 0, Ready: 0, Failed: 0 }
  for (const row of rows) counts[row.state] = row.count
  return counts
}

function wherePhoto(context: Context, photoId: string) {
  return and(eq(photos.tenant, context.tenant.name), eq(photos.id, photoId))
}

function toReadyValues(context: Context, analysis: PhotoAnalysis) {
  const { preview, medium, thumb, tiny, ...rest } = analysis
  return {
    ...rest,
    state: 'Ready' as const,
    failure: null,
    shownOn: analysis.takenOn ?? context.now,
    previewKey: preview.key,
    previewWidth: preview.width,
    previewHeight: preview.height,
    mediumKey: medium?.key ?? null,
    mediumWidth: medium?.width ?? null,
    mediumHeight: medium?.height ?? null,
    thumbKey: thumb.key,
    thumbWidth: thumb.width,
    thumbHeight: thumb.height,
    tinyKey: tiny.key,
    tinyWidth: tiny.width,
    tinyHeight: tiny.height,
  }
}

function toPendingValues(context: Context) {
  const emptySizes = { width: 0, height: 0, previewWidth: 0, previewHeight: 0, thumbWidth: 0, thumbHeight: 0 }
  return {
    ...emptySizes,
    tinyWidth: 0,
    tinyHeight: 0,
    state: 'Processing' as const,
    shownOn: context.now,
    previewKey: '',
    thumbKey: '',
    tinyKey: '',
    placeholder: '',
  }
}
