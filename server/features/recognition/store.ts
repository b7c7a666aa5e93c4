import { and, eq, inArray, sql } from 'drizzle-orm'
import { type Context, inTransaction } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { enqueue } from '../../platform/jobs/jobs.ts'
import { lockFaceSearch } from '../events/index.ts'
import { type FaceState, readFaceState } from './face-model/index-store.ts'
import { embedPhotoJob, readChosenModel } from './face-model/model-store.ts'
import type { PhotoFace } from './ports.ts'
import { embeddedPhotos, faceScans, faces, faceVersions } from './tables.ts'

/** Describes a face detected in a photo; pixels are those of the upright original. */
export interface NewFace extends PhotoFace {
  /** Start number read on this runner, in its normal form; null for none. */
  readonly number: string | null
}

/** The faces of a photo, embedded by one model. */
interface FacesOfPhoto {
  readonly eventId: string
  readonly photoId: string
  readonly faces: readonly NewFace[]
  /** Id of the model of the embeddings. */
  readonly model: string
}

/**
 * Replaces the faces of a photo; searches see them after the commit. Must also be called for a photo without faces. Writes none
 * where face search is disabled. When the event has changed to another model since the faces were embedded, a job embeds them
 * again.
 *
 * @param photo `model`: id of the model of the embeddings; default: that of the event
 */
export function indexFaces(
  context: Context,
  photo: Omit<FacesOfPhoto, 'model'> & { readonly model?: string },
): Promise<void> {
  return inTransaction(context, async (transaction) => {
    const { db, tenant } = transaction
    const { eventId, photoId } = photo
    const model = photo.model ?? (await readFaceState(transaction, eventId)).model
    const mayWrite = await lockFaceSearch(transaction, eventId)
    await db.delete(faces).where(eq(faces.photoId, photoId))
    await db.delete(embeddedPhotos).where(eq(embeddedPhotos.photoId, photoId))
    if (mayWrite) await insertFaces(transaction, { ...photo, model })
    // Last, to hold its lock only briefly.
    const state = await incrementVersion(transaction, eventId, model)
    await db
      .insert(faceScans)
      .values({ tenant: tenant.name, eventId, photoId, version: state.version })
      .onConflictDoUpdate({ target: faceScans.photoId, set: { version: state.version } })
    if (mayWrite && state.model !== model)
      await enqueue(transaction, {
        kind: embedPhotoJob,
        key: `${photoId} ${state.model}`,
        payload: { eventId, photoId },
      })
  })
}

async function insertFaces(
  { db, tenant }: Context,
  { eventId, photoId, model, faces: newFaces }: FacesOfPhoto,
): Promise<void> {
  if (newFaces.length === 0) return
  const rows = newFaces.map(({ box, ...face }) => ({
    ...face,
    id: newId(),
    tenant: tenant.name,
    eventId,
    photoId,
    model,
    x: Math.round(box.x),
    y: Math.round(box.y),
    width: Math.round(box.width),
    height: Math.round(box.height),
    sizeInPixels: Math.round(face.sizeInPixels),
  }))
  await db.insert(faces).values(rows)
}

/**
 * Writes the faces of a photo for the next model of its event, which searches do not use yet, and marks the photo. Writes none
 * where face search is disabled.
 */
export function prepareFaces(context: Context, photo: FacesOfPhoto): Promise<void> {
  return inTransaction(context, async (transaction) => {
    const { db, tenant } = transaction
    const { eventId, photoId, model } = photo
    if (!(await lockFaceSearch(transaction, eventId))) return
    await db.delete(faces).where(and(eq(faces.photoId, photoId), eq(faces.model, model)))
    await insertFaces(transaction, photo)
    await db
      .insert(embeddedPhotos)
      .values({ tenant: tenant.name, eventId, photoId, model })
      .onConflictDoNothing()
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
    .innerJoin(faceVersions, isOfEventModel)
    .where(and(eq(faces.tenant, context.tenant.name), inArray(photoId, [...photoIds])))
}

/** Joins faces with the state of their event, if searches use them. */
const isOfEventModel = and(
  eq(faceVersions.tenant, faces.tenant),
  eq(faceVersions.eventId, faces.eventId),
  eq(faceVersions.model, faces.model),
)

/**
 * Increments the event's version; its lock makes other writers of the event wait until the commit.
 *
 * @param model of an event without a version
 */
async function incrementVersion({ db, tenant }: Context, eventId: string, model: string): Promise<FaceState> {
  const [counter] = await db
    .insert(faceVersions)
    .values({ tenant: tenant.name, eventId, version: 1, model })
    .onConflictDoUpdate({
      target: [faceVersions.tenant, faceVersions.eventId],
      set: { version: sql`${faceVersions.version} + 1` },
    })
    .returning()
  return counter ?? { version: 0, model }
}

/** Deletes all faces of an event's photos; searches miss them after the commit. @returns how many there were */
export function deleteFacesOfEvent(context: Context, eventId: string): Promise<number> {
  return inTransaction(context, async (transaction) => {
    const { db } = transaction
    const tenant = context.tenant.name
    const deleteFaces = async () => {
      const isOfEvent = and(eq(faces.tenant, tenant), eq(faces.eventId, eventId))
      return (await db.delete(faces).where(isOfEvent).returning({ id: faces.id })).length
    }
    await db
      .delete(embeddedPhotos)
      .where(and(eq(embeddedPhotos.tenant, tenant), eq(embeddedPhotos.eventId, eventId)))
    const firstCount = await deleteFaces()
    const { version } = await incrementVersion(transaction, eventId, await readChosenModel(transaction))
    // The version lock waited for running writers: their faces are deleted too.
    const concurrentCount = await deleteFaces()
    await db
      .update(faceScans)
      .set({ version })
      .where(and(eq(faceScans.tenant, tenant), eq(faceScans.eventId, eventId)))
    return firstCount + concurrentCount
  })
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
