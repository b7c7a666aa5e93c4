import type { Image } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import { mediaUrl } from '../../platform/objects/keys.ts'
import type { PhotoSearch } from '../competitors/index.ts'
import { uniqueFileName } from './file-names.ts'
import { type FrameToMake, type Source, sourcesOf } from './file-sources.ts'
import { findOrder, findOrderItems, isDelivered, type OrderItemRow, setPhotoIds } from './store.ts'

/** Finds whose photos a package holds; not to be asked inside a transaction. */
export interface PackagePhotos {
  find(
    context: Context,
    search: PhotoSearch,
  ): Promise<readonly { readonly photoId: string; readonly tier: 'sure' | 'maybe' }[]>
}

/** One file that an item gives a right to: an original, a photo in its frame, a video. */
export interface DeliveredFile {
  readonly orderItemId: string
  /** The id of the photo, of the framed photo or of the video. */
  readonly fileId: string
  /** Of the photo that it shows; absent of a video. */
  readonly photoId: string | undefined
  /** Safe, and different from every other name of the order. */
  readonly fileName: string
  readonly objectKey: string
  readonly contentType: string
  readonly sizeInBytes: number
  readonly thumb: Image | undefined
  /** Of a package: found after the letter of the purchase. */
  readonly isNew: boolean
  /** No letter has told of it. */
  readonly isUntold: boolean
}

export interface Delivery {
  readonly files: readonly DeliveredFile[]
  readonly toMake: readonly FrameToMake[]
}

/**
 * The files of some items, in time order, a file once for each item, and what of them is still to be made. Packages are
 * searched anew, so photos that came after the purchase are in it, and what was once in it stays, also when the selfie is
 * long forgotten.
 */
export async function deliveryOf(
  context: Context,
  finder: PackagePhotos,
  items: readonly OrderItemRow[],
): Promise<Delivery> {
  const wanted = new Map<string, readonly string[]>()
  for (const item of items) wanted.set(item.id, await photoIdsOf(context, finder, item))
  const { sources, toMake } = await sourcesOf(context, items, wanted)
  const taken = new Set<string>()
  const names = new Map<string, string>()
  for (const { fileId, wantedName } of sources)
    if (!names.has(fileId)) names.set(fileId, uniqueFileName(wantedName, taken))
  return {
    files: sources.map((source) => fileOf(source, names.get(source.fileId) ?? source.fileId)),
    toMake,
  }
}

/** The files alone. */
export async function filesOfItems(
  context: Context,
  finder: PackagePhotos,
  items: readonly OrderItemRow[],
): Promise<readonly DeliveredFile[]> {
  return (await deliveryOf(context, finder, items)).files
}

/** What is to be put into frames before a paid order is whole; nothing when nothing of it is delivered. */
export async function framesToMake(
  context: Context,
  finder: PackagePhotos,
  orderId: string,
): Promise<readonly FrameToMake[]> {
  const order = await findOrder(context, orderId)
  if (!order || !isDelivered(order)) return []
  const { toMake } = await deliveryOf(context, finder, await findOrderItems(context, orderId))
  const once = toMake.map((wish) => [JSON.stringify([wish.photoId, wish.frameId, wish.bib]), wish] as const)
  return [...new Map(once).values()]
}

/** Whether an item grows with the photos that are found. */
export function isPackage({ productType }: Pick<OrderItemRow, 'productType'>): boolean {
  return productType === 'photos_with_me' || productType === 'photosWithFrame'
}

/** Whether an item's photos are put into a frame. */
export function isFramed({ productType }: Pick<OrderItemRow, 'productType'>): boolean {
  return productType === 'frame' || productType === 'photosWithFrame'
}

async function photoIdsOf(
  context: Context,
  finder: PackagePhotos,
  item: OrderItemRow,
): Promise<readonly string[]> {
  if (!isPackage(item)) return item.photoId === null ? [] : [item.photoId]
  if (!item.subject) return []
  const found = await finder.find(context, { eventId: item.eventId, subject: item.subject })
  const known = new Set(item.photoIds)
  const sure = found.filter(({ photoId, tier }) => tier === 'sure' && !known.has(photoId))
  if (sure.length === 0) return item.photoIds
  const all = [...item.photoIds, ...sure.map(({ photoId }) => photoId)]
  await setPhotoIds(context, item.id, all)
  return all
}

function fileOf(source: Source, fileName: string): DeliveredFile {
  const { item, place, thumb, fileId, photoId, objectKey, contentType, sizeInBytes } = source
  return {
    ...{ fileId, photoId, fileName, objectKey, contentType, sizeInBytes },
    orderItemId: item.id,
    thumb: thumb && { ...thumb, url: mediaUrl(thumb.url) },
    isNew: isPackage(item) && item.firstCount !== null && place >= item.firstCount,
    isUntold: isPackage(item) && place >= item.toldCount,
  }
}
