import { and, count, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Context } from '../../../platform/context.ts'
import { defaultFaceModelId } from '../ports.ts'
import { embeddedPhotos, faceModelChoices, faceScans, faces, faceVersions } from '../tables.ts'

/** Kind of the jobs that embed the faces of one photo again, with the model of its event. */
export const embedPhotoJob = 'recognition.embed-photo'

/** Returns the id of the chosen model, which new events use. */
export async function readChosenModel({ db }: Pick<Context, 'db'>): Promise<string> {
  const [row] = await db.select({ model: faceModelChoices.model }).from(faceModelChoices)
  return row?.model ?? defaultFaceModelId
}

/** Stores the choice of a model, for all tenants and processes. */
export async function writeChosenModel({ db }: Context, model: string, chosenOn: Date): Promise<void> {
  await db
    .insert(faceModelChoices)
    .values({ id: 'installation', model, chosenOn })
    .onConflictDoUpdate({ target: faceModelChoices.id, set: { model, chosenOn } })
}

const whereEvent = ({ tenant }: Context, eventId: string) =>
  and(eq(faceVersions.tenant, tenant.name), eq(faceVersions.eventId, eventId))

/** Returns the ids of the tenant's events whose searches use another model. */
export async function findEventsWithOtherModel(context: Context, model: string): Promise<string[]> {
  const rows = await context.db
    .select({ eventId: faceVersions.eventId })
    .from(faceVersions)
    .where(and(eq(faceVersions.tenant, context.tenant.name), ne(faceVersions.model, model)))
  return rows.map(({ eventId }) => eventId)
}

/** Returns how many photos of an event there are, and of how many the faces are computed for its next model. */
export async function countEmbeddedPhotos(
  { db, tenant }: Context,
  eventId: string,
  model: string,
): Promise<{ done: number; total: number }> {
  const [row] = await db
    .select({ total: count(), done: count(embeddedPhotos.photoId) })
    .from(faceScans)
    .leftJoin(embeddedPhotos, isEmbedded(model))
    .where(and(eq(faceScans.tenant, tenant.name), eq(faceScans.eventId, eventId)))
  return row ?? { done: 0, total: 0 }
}

const isEmbedded = (model: string) =>
  and(eq(embeddedPhotos.photoId, faceScans.photoId), eq(embeddedPhotos.model, model))

/** Returns some photos of an event whose faces are not computed for its next model. */
export async function findPhotosToEmbed(
  { db, tenant }: Context,
  eventId: string,
  model: string,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ photoId: faceScans.photoId })
    .from(faceScans)
    .leftJoin(embeddedPhotos, isEmbedded(model))
    .where(
      and(eq(faceScans.tenant, tenant.name), eq(faceScans.eventId, eventId), isNull(embeddedPhotos.photoId)),
    )
    .limit(limit)
  return rows.map(({ photoId }) => photoId)
}

/** Returns the faces of a photo, of all models. */
export function findFacesOfPhoto({ db, tenant }: Context, photoId: string) {
  const { id, model, embedding, number, x, y, width, height } = faces
  return db
    .select({ id, model, embedding, number, box: { x, y, width, height } })
    .from(faces)
    .where(and(eq(faces.tenant, tenant.name), eq(faces.photoId, photoId)))
}

/**
 * Returns the model of an event, and locks it until the caller's transaction ends: the event does not change to another model
 * meanwhile. An event without photos and selfies gets the chosen model.
 */
export async function lockEventModel(context: Context, eventId: string): Promise<string> {
  const { db, tenant } = context
  const readLocked = async () => {
    const rows = await db
      .select({ model: faceVersions.model })
      .from(faceVersions)
      .where(whereEvent(context, eventId))
      .for('share')
    return rows[0]?.model
  }
  const existing = await readLocked()
  if (existing !== undefined) return existing
  const model = await readChosenModel(context)
  await db
    .insert(faceVersions)
    .values({ tenant: tenant.name, eventId, version: 0, model })
    .onConflictDoNothing()
  return (await readLocked()) ?? model
}

/** Locks the model of an event against writers of faces and selfies. @returns it; undefined for an event without photos and selfies */
export async function lockEventModelForChange(
  context: Context,
  eventId: string,
): Promise<string | undefined> {
  const [row] = await context.db
    .select({ model: faceVersions.model })
    .from(faceVersions)
    .where(whereEvent(context, eventId))
    .for('update')
  return row?.model
}

/** Makes searches of an event use another model from the commit on, and deletes the faces of all others. */
export async function changeEventModel(context: Context, eventId: string, model: string): Promise<void> {
  const { db, tenant } = context
  await db
    .update(faceVersions)
    .set({ model, version: sql`${faceVersions.version} + 1` })
    .where(whereEvent(context, eventId))
  await db
    .delete(faces)
    .where(and(eq(faces.tenant, tenant.name), eq(faces.eventId, eventId), ne(faces.model, model)))
  await db
    .delete(embeddedPhotos)
    .where(and(eq(embeddedPhotos.tenant, tenant.name), eq(embeddedPhotos.eventId, eventId)))
}
