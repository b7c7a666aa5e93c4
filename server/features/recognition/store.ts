import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { lockFaceSearch } from '../events/index.ts'
import type { IndexedFace } from './ports.ts'
import { faceScans, faces, faceVersions } from './tables.ts'

/** Describes a face detected in a photo; pixels are those of the upright original. */
export interface NewFace {
  /** 128 numbers. */
  embedding: Float32Array
  box: { x: number; y: number; width: number; height: number }
  /** Confidence of the detector, 0 to 1. */
  score: number
  sharpness: number
  sizeInPixels: number
  /** Start number read on this runner, in its normal form; null for none. */
  number: string | null
}

/**
 * Replaces the faces of a photo; searches see them after the commit. Must also be called for a photo without faces. Writes none
 * where face search is disabled.
 */
export function indexFaces(
  context: Context,
  photo: { eventId: string; photoId: string; faces: readonly NewFace[] },
): Promise<void> {
  return inTransaction(context, async ({ db }) => {
    const tenant = context.tenant.name
    const { eventId, photoId } = photo
    const mayWrite = await lockFaceSearch({ ...context, db }, eventId)
    await db.delete(faces).where(eq(faces.photoId, photoId))
    if (mayWrite && photo.faces.length > 0) {
      const rows = photo.faces.map(({ box, ...face }) => ({
        ...face,
        id: newId(),
        tenant,
        eventId,
        photoId,
        x: Math.round(box.x),
        y: Math.round(box.y),
        width: Math.round(box.width),
        height: Math.round(box.height),
        sizeInPixels: Math.round(face.sizeInPixels),
      }))
      await db.insert(faces).values(rows)
    }
    // Last, to hold its lock only briefly.
    const version = await incrementVersion(context, db, eventId)
    await db
      .insert(faceScans)
      .values({ tenant, eventId, photoId, version })
      .onConflictDoUpdate({ target: faceScans.photoId, set: { version } })
  })
}

/** Describes a detected face in pixels of the upright original. */
export interface FaceBox {
  readonly photoId: string
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Returns the faces detected in some photos. */
export function findFaceBoxes(context: Context, photoIds: readonly string[]): Promise<FaceBox[]> {
  const { photoId, x, y, width, height } = faces
  return context.db
    .select({ photoId, x, y, width, height })
    .from(faces)
    .where(and(eq(faces.tenant, context.tenant.name), inArray(photoId, [...photoIds])))
}

/** Increments the event's version; its lock makes other writers of the event wait until the commit. */
async function incrementVersion({ tenant }: Context, db: Context['db'], eventId: string): Promise<number> {
  const [counter] = await db
    .insert(faceVersions)
    .values({ tenant: tenant.name, eventId, version: 1 })
    .onConflictDoUpdate({
      target: [faceVersions.tenant, faceVersions.eventId],
      set: { version: sql`${faceVersions.version} + 1` },
    })
    .returning()
  return counter?.version ?? 0
}

/** Deletes all faces of an event's photos; searches miss them after the commit. @returns how many there were */
export function deleteFacesOfEvent(context: Context, eventId: string): Promise<number> {
  return inTransaction(context, async ({ db }) => {
    const tenant = context.tenant.name
    const deleteFaces = async () => {
      const isOfEvent = and(eq(faces.tenant, tenant), eq(faces.eventId, eventId))
      return (await db.delete(faces).where(isOfEvent).returning({ id: faces.id })).length
    }
    const firstCount = await deleteFaces()
    const version = await incrementVersion(context, db, eventId)
    // The version lock waited for running writers: their faces are deleted too.
    const concurrentCount = await deleteFaces()
    await db
      .update(faceScans)
      .set({ version })
      .where(and(eq(faceScans.tenant, tenant), eq(faceScans.eventId, eventId)))
    return firstCount + concurrentCount
  })
}

/** Returns the number of writes to the event's faces; 0 when it has none. */
export async function readFaceVersion(context: Context, eventId: string): Promise<number> {
  const [row] = await context.db
    .select({ version: faceVersions.version })
    .from(faceVersions)
    .where(and(eq(faceVersions.tenant, context.tenant.name), eq(faceVersions.eventId, eventId)))
  return row?.version ?? 0
}

/** Returns the photos whose faces were written after a version. */
export async function findPhotosScannedSince(
  context: Context,
  eventId: string,
  version: number,
): Promise<{ photoIds: string[]; version: number }> {
  const rows = await context.db
    .select({ photoId: faceScans.photoId, version: faceScans.version })
    .from(faceScans)
    .where(
      and(
        eq(faceScans.tenant, context.tenant.name),
        eq(faceScans.eventId, eventId),
        gt(faceScans.version, version),
      ),
    )
  return {
    photoIds: rows.map((row) => row.photoId),
    version: Math.max(version, ...rows.map((row) => row.version)),
  }
}

/** Returns the faces of these photos in the form of the index. */
export function findFacesOfPhotos(context: Context, photoIds: readonly string[]): Promise<IndexedFace[]> {
  return context.db
    .select(indexedFaceColumns)
    .from(faces)
    .where(and(eq(faces.tenant, context.tenant.name), inArray(faces.photoId, [...photoIds])))
}

const idBatchSize = 1000

/** Returns details of faces by face id: size in the photo, and the start number read under each. */
export async function findFaceDetails(
  context: Context,
  faceIds: readonly string[],
): Promise<Map<string, { sizeInPixels: number; bib: string | null }>> {
  const details = new Map<string, { sizeInPixels: number; bib: string | null }>()
  for (let start = 0; start < faceIds.length; start += idBatchSize) {
    const rows = await context.db
      .select({ id: faces.id, sizeInPixels: faces.sizeInPixels, bib: faces.number })
      .from(faces)
      .where(
        and(
          eq(faces.tenant, context.tenant.name),
          inArray(faces.id, faceIds.slice(start, start + idBatchSize)),
        ),
      )
    for (const { id, ...faceDetails } of rows) details.set(id, faceDetails)
  }
  return details
}

/** Returns whether a face belongs to a photo. */
export async function isFaceOfPhoto(context: Context, photoId: string, faceId: string): Promise<boolean> {
  const [row] = await context.db
    .select({ id: faces.id })
    .from(faces)
    .where(and(eq(faces.tenant, context.tenant.name), eq(faces.photoId, photoId), eq(faces.id, faceId)))
  return row !== undefined
}

/** Yields all faces of an event in batches, so that a large event is not held in memory twice. */
export async function* readFacesOfEvent(
  context: Context,
  eventId: string,
  batchSize = 20_000,
): AsyncGenerator<IndexedFace[]> {
  let lastId = ''
  for (;;) {
    const batch = await context.db
      .select(indexedFaceColumns)
      .from(faces)
      .where(and(eq(faces.tenant, context.tenant.name), eq(faces.eventId, eventId), gt(faces.id, lastId)))
      .orderBy(asc(faces.id))
      .limit(batchSize)
    const lastFace = batch.at(-1)
    if (!lastFace) return
    yield batch
    if (batch.length < batchSize) return
    lastId = lastFace.faceId
  }
}

const indexedFaceColumns = { faceId: faces.id, photoId: faces.photoId, embedding: faces.embedding }
