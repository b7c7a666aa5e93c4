import { and, eq, inArray } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { findFaceBoxes } from '../recognition/index.ts'
import { findPhotoRows } from './album-store.ts'
import type { PhotoRow } from './store.ts'
import { photoTags } from './tables.ts'

/** Describes a photo with its detected faces and numbers. */
export interface PhotoWithPeople {
  readonly photo: PhotoRow
  /** Pixels of the upright original. */
  readonly faces: readonly { x: number; y: number; width: number; height: number }[]
  /** Number of different start numbers that were read. */
  readonly numbers: number
}

/** Returns photos with their faces and the count of their numbers, in the given order. */
export async function findFacesAndNumbers(
  context: Context,
  photoIds: readonly string[],
): Promise<PhotoWithPeople[]> {
  if (photoIds.length === 0) return []
  const ids = [...photoIds]
  const tenant = context.tenant.name
  const faces = await findFaceBoxes(context, ids)
  const tags = await context.db
    .select({ photoId: photoTags.photoId })
    .from(photoTags)
    .where(and(eq(photoTags.tenant, tenant), inArray(photoTags.photoId, ids), eq(photoTags.name, 'number')))
  const photos = await findPhotoRows(context, ids)
  return photos.map((photo) => ({
    photo,
    faces: faces.filter((face) => face.photoId === photo.id),
    numbers: tags.filter((tag) => tag.photoId === photo.id).length,
  }))
}
