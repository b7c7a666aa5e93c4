import type { Image } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import type { PhotoSearch } from '../competitors/index.ts'
import { mediaUrl } from '../photos/index.ts'
import { uniqueFileName } from './file-names.ts'
import { type DeliveredPhoto, type OrderItemRow, readyPhotos, setPhotoIds } from './store.ts'

/** Finds whose photos a package holds; not to be asked inside a transaction. */
export interface PackagePhotos {
  find(
    context: Context,
    search: PhotoSearch,
  ): Promise<readonly { readonly photoId: string; readonly tier: 'sure' | 'maybe' }[]>
}

/** One original that an item gives a right to. */
export interface DeliveredFile {
  readonly orderItemId: string
  /** The photo's id. */
  readonly fileId: string
  /** Safe, and different from every other name of the order. */
  readonly fileName: string
  readonly objectKey: string
  readonly contentType: string
  readonly sizeInBytes: number
  readonly thumb: Image
  /** Of a package: found after the letter of the purchase. */
  readonly isNew: boolean
  /** No letter has told of it. */
  readonly isUntold: boolean
}

/**
 * The files of some items, in time order, a photo once for each item. Packages are searched anew, so photos that
 * came after the purchase are in it, and what was once in it stays, also when the selfie is long forgotten.
 */
export async function filesOfItems(
  context: Context,
  finder: PackagePhotos,
  items: readonly OrderItemRow[],
): Promise<DeliveredFile[]> {
  const wanted = new Map<string, readonly string[]>()
  for (const item of items) wanted.set(item.id, await photoIdsOf(context, finder, item))
  const photos = await readyPhotos(context, [...new Set([...wanted.values()].flat())])
  const taken = new Set<string>()
  const names = new Map<string, string>()
  for (const photo of photos.values()) names.set(photo.id, uniqueFileName(photo.fileName, taken))
  return items.flatMap((item) => {
    const places = new Map(wanted.get(item.id)?.map((photoId, place) => [photoId, place]))
    return [...photos.values()].flatMap((photo) => {
      const place = places.get(photo.id)
      return place === undefined ? [] : [fileOf(item, photo, names.get(photo.id) ?? photo.id, place)]
    })
  })
}

/** Whether an item grows with the photos that are found. */
export function isPackage({ productType }: Pick<OrderItemRow, 'productType'>): boolean {
  return productType === 'photos_with_me' || productType === 'photosWithFrame'
}

async function photoIdsOf(
  context: Context,
  finder: PackagePhotos,
  item: OrderItemRow,
): Promise<readonly string[]> {
  if (item.productType === 'photo') return item.photoId === null ? [] : [item.photoId]
  if (item.productType !== 'photos_with_me' || !item.subject) return []
  const found = await finder.find(context, { eventId: item.eventId, subject: item.subject })
  const known = new Set(item.photoIds)
  const sure = found.filter(({ photoId, tier }) => tier === 'sure' && !known.has(photoId))
  if (sure.length === 0) return item.photoIds
  const all = [...item.photoIds, ...sure.map(({ photoId }) => photoId)]
  await setPhotoIds(context, item.id, all)
  return all
}

/** @param place of the photo among those of its package: it grows at its end */
function fileOf(item: OrderItemRow, photo: DeliveredPhoto, fileName: string, place: number): DeliveredFile {
  return {
    orderItemId: item.id,
    fileId: photo.id,
    fileName,
    objectKey: photo.originalKey,
    contentType: photo.mime,
    sizeInBytes: photo.sizeInBytes,
    thumb: {
      url: mediaUrl(photo.thumbKey),
      width: photo.thumbWidth,
      height: photo.thumbHeight,
      placeholder: photo.placeholder,
    },
    isNew: isPackage(item) && item.firstCount !== null && place >= item.firstCount,
    isUntold: isPackage(item) && place >= item.toldCount,
  }
}
