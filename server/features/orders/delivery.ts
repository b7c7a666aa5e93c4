import type { CaptureDetails, Image } from '../../../contract/common.ts'
import type { Context } from '../../platform/context.ts'
import { getMediaUrl } from '../../platform/objects/keys.ts'
import { type PhotoSearch, resolveRunner } from '../competitors/index.ts'
import { createFileNamer } from './file-names.ts'
import { type FileSource, type FrameToMake, findSources } from './file-sources.ts'
import {
  addPhotoIds,
  findOrder,
  findOrderItems,
  findOrderTimes,
  isDelivered,
  type OrderItemRow,
} from './store.ts'

/** Finds the photos of a package's runner. Must not be called inside a transaction. */
export interface PackagePhotos {
  find(
    context: Context,
    search: PhotoSearch,
  ): Promise<readonly { readonly photoId: string; readonly tier: 'sure' | 'maybe' }[]>
}

/** A file that an item delivers: an original, a framed photo, a video. */
export interface DeliveredFile {
  readonly orderItemId: string
  /** Id of the photo, the framed photo or the video. */
  readonly fileId: string
  /** Id of the shown photo; absent for a video. */
  readonly photoId: string | undefined
  /** In the context's language; safe for file systems, and unique within the order. */
  readonly fileName: string
  /** E.g. `Финиш, 18:52`, in the context's language; not unique within the order. */
  readonly title: string
  /** Absent for a video. */
  readonly taken: CaptureDetails | undefined
  /** Capture time, also of a video, and the time zone of the event. */
  readonly captured: { readonly on: Date | null; readonly timeZone: string }
  readonly objectKey: string
  readonly contentType: string
  readonly sizeInBytes: number
  readonly thumb: Image | undefined
  /** Of a package: found after the letter of the purchase. */
  readonly isNew: boolean
  /** Of a package: not announced yet. */
  readonly isUnannounced: boolean
}

export interface Delivery {
  readonly files: readonly DeliveredFile[]
  readonly framesToMake: readonly FrameToMake[]
}

/**
 * Returns the files of some items in time order, a file once for each item, and the framed photos to be made. Packages are
 * searched again, so they include photos that came after the purchase. Known photos stay, even after the selfie was deleted.
 * “Not me” answers after the order remove nothing, and only the runner of the package adds photos. Gifts are delivered by the
 * orders of their runners.
 */
export async function buildDelivery(
  context: Context,
  finder: PackagePhotos,
  orderedItems: readonly OrderItemRow[],
): Promise<Delivery> {
  const items = orderedItems.filter((item) => !isGift(item))
  const photoIdsByItem = new Map<string, readonly string[]>()
  const packages = items.filter(isPackage).map(({ orderId }) => orderId)
  const orderedOnById = await findOrderTimes(context, [...new Set(packages)])
  for (const item of items)
    photoIdsByItem.set(item.id, await listPhotoIds(context, finder, item, orderedOnById.get(item.orderId)))
  const { sources, framesToMake } = await findSources(context, items, photoIdsByItem)
  const nameFile = createFileNamer()
  const fileNames = new Map<string, string>()
  for (const { fileId, desiredName: wantedName } of sources)
    if (!fileNames.has(fileId)) fileNames.set(fileId, nameFile(wantedName))
  return {
    files: sources.map((source) => toDeliveredFile(source, fileNames.get(source.fileId) ?? source.fileId)),
    framesToMake,
  }
}

/** Returns only the files, see `buildDelivery`. */
export async function findDeliveredFiles(
  context: Context,
  finder: PackagePhotos,
  items: readonly OrderItemRow[],
): Promise<readonly DeliveredFile[]> {
  return (await buildDelivery(context, finder, items)).files
}

/** Returns the framed photos to be made for a paid order; empty when the order is not delivered. */
export async function findFramesToMake(
  context: Context,
  finder: PackagePhotos,
  orderId: string,
): Promise<readonly FrameToMake[]> {
  const order = await findOrder(context, orderId)
  if (!order || !isDelivered(order)) return []
  const { framesToMake } = await buildDelivery(context, finder, await findOrderItems(context, orderId))
  const uniqueFrames = framesToMake.map(
    (input) => [JSON.stringify([input.photoId, input.frameId, input.bib]), input] as const,
  )
  return [...new Map(uniqueFrames).values()]
}

/** Returns whether an item grows as photos are found. */
export function isPackage({ productType }: Pick<OrderItemRow, 'productType'>): boolean {
  return productType === 'photos_with_me' || productType === 'photosWithFrame'
}

/** Returns whether an item was bought for the runner of a shared link. */
export function isGift({ giftShareId }: Pick<OrderItemRow, 'giftShareId'>): boolean {
  return giftShareId !== null
}

/** Returns whether the photos of an item are framed. */
export function isFramed({ productType }: Pick<OrderItemRow, 'productType'>): boolean {
  return productType === 'frame' || productType === 'photosWithFrame'
}

async function listPhotoIds(
  context: Context,
  finder: PackagePhotos,
  item: OrderItemRow,
  orderedOn: Date | undefined,
): Promise<readonly string[]> {
  if (!isPackage(item)) return item.photoId === null ? [] : [item.photoId]
  if (!item.subject) return []
  const { eventId } = item
  const subject = await resolveRunner(context, { eventId, subject: item.subject })
  // Sold under a surname that several runners have: the known photos stay, none are added.
  if (!subject) return item.photoIds
  const found = await finder.find(context, { eventId, subject, deniedBefore: orderedOn })
  const knownPhotoIds = new Set(item.photoIds)
  const newPhotos = found.filter(({ photoId, tier }) => tier === 'sure' && !knownPhotoIds.has(photoId))
  if (newPhotos.length === 0) return item.photoIds
  return addPhotoIds(
    context,
    item,
    newPhotos.map(({ photoId }) => photoId),
  )
}

function toDeliveredFile(source: FileSource, fileName: string): DeliveredFile {
  const { item, place, thumb, title, taken, captured, fileId, photoId, objectKey, contentType, sizeInBytes } =
    source
  return {
    ...{ fileId, photoId, fileName, title, taken, captured, objectKey, contentType, sizeInBytes },
    orderItemId: item.id,
    thumb: thumb && { ...thumb, url: getMediaUrl(thumb.url) },
    isNew: isPackage(item) && item.firstCount !== null && place >= item.firstCount,
    isUnannounced: isPackage(item) && place >= item.toldCount,
  }
}
