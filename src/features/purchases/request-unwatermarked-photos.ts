import { watchReconnects } from '../../platform/offline/index.ts'
import { getPictureHandle, loadEventOrders, subscribeToPictureHandles } from './sync-orders.ts'
import { setUnwatermarkedPhotos } from './unwatermarked-photos.ts'
import { UnwatermarkedPictures } from './unwatermarked-pictures.ts'

/** Counts the references to each photo, with its event. */
const references = new Map<string, { eventId: string; count: number }>()

const pictures = new UnwatermarkedPictures(() => {
  for (const eventId of new Set([...references.values()].map((each) => each.eventId))) {
    void loadEventOrders(eventId, true)
  }
})

function loadPictures(photoIds: Iterable<string>): void {
  for (const photoId of photoIds)
    pictures.load({ key: photoId, download: { picture: getPictureHandle(photoId) } })
}

pictures.subscribe(() => setUnwatermarkedPhotos(pictures.getUrls()))
subscribeToPictureHandles(() => loadPictures(references.keys()))
watchReconnects(pictures.retryMissed)

/** Loads the orders; again when the order of a photo was paid after the last request. */
async function loadOrdersForPhotos(eventId: string, photoIds: readonly string[]): Promise<void> {
  await loadEventOrders(eventId)
  if (photoIds.some((photoId) => references.has(photoId) && !getPictureHandle(photoId)))
    await loadEventOrders(eventId, true)
}

/**
 * Fetches bought photos without watermark through their orders. All are released when no photo is wanted any more.
 *
 * @returns releases the caller's references
 */
export function requestUnwatermarkedPhotos(eventId: string, photoIds: readonly string[]): () => void {
  for (const photoId of photoIds) {
    references.set(photoId, { eventId, count: (references.get(photoId)?.count ?? 0) + 1 })
  }
  loadPictures(photoIds)
  void loadOrdersForPhotos(eventId, photoIds)
  return () => {
    for (const photoId of photoIds) {
      const reference = references.get(photoId)
      if (reference && reference.count > 1) references.set(photoId, { eventId, count: reference.count - 1 })
      else references.delete(photoId)
    }
    // another component may take them over in the same commit
    queueMicrotask(() => {
      if (references.size === 0) pictures.releaseAll()
    })
  }
}
