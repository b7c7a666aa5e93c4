import { and, asc, eq, gt, inArray } from 'drizzle-orm'
import type { Context } from '../../../platform/context.ts'
import type { IndexedFace } from '../ports.ts'
import { faceScans, faces, faceVersions } from '../tables.ts'
import { readChosenModel } from './model-store.ts'

/** The number of writes to an event's faces, and the id of the model whose faces its searches use. */
export interface FaceState {
  readonly version: number
  readonly model: string
}

/** Returns the state of an event's faces. One without photos and selfies has version 0 and the chosen model. */
export async function readFaceState(context: Context, eventId: string): Promise<FaceState> {
  const [row] = await context.db
    .select({ version: faceVersions.version, model: faceVersions.model })
    .from(faceVersions)
    .where(and(eq(faceVersions.tenant, context.tenant.name), eq(faceVersions.eventId, eventId)))
  return row ?? { version: 0, model: await readChosenModel(context) }
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

/** Returns the faces of these photos, embedded by a model, in the form of the index. */
export function findFacesOfPhotos(
  context: Context,
  photoIds: readonly string[],
  model: string,
): Promise<IndexedFace[]> {
  return context.db
    .select(indexedFaceColumns)
    .from(faces)
    .where(
      and(
        eq(faces.tenant, context.tenant.name),
        inArray(faces.photoId, [...photoIds]),
        eq(faces.model, model),
      ),
    )
}

const indexedFaceColumns = { faceId: faces.id, photoId: faces.photoId, embedding: faces.embedding }

/** Yields all faces of an event embedded by a model in batches, so that a large event is not held in memory twice. */
export async function* readFacesOfEvent(
  context: Context,
  eventId: string,
  model: string,
  batchSize = 20_000,
): AsyncGenerator<IndexedFace[]> {
  let lastId = ''
  for (;;) {
    const batch = await context.db
      .select(indexedFaceColumns)
      .from(faces)
      .where(
        and(
          eq(faces.tenant, context.tenant.name),
          eq(faces.eventId, eventId),
          eq(faces.model, model),
          gt(faces.id, lastId),
        ),
      )
      .orderBy(asc(faces.id))
      .limit(batchSize)
    const lastFace = batch.at(-1)
    if (!lastFace) return
    yield batch
    if (batch.length < batchSize) return
    lastId = lastFace.faceId
  }
}
