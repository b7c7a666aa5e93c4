import { watchReturns } from '../../platform/offline/index.ts'
import { setCleanPhotos } from './clean-photos.ts'
import { CleanPictures } from './clean-pictures.ts'
import { askForOrders, getHandle, onHandles } from './follow-orders.ts'

/** Counts the references to each photo, with its event. */
const wanted = new Map<string, { eventId: string; count: number }>()

const pictures = new CleanPictures(() => {
  for (const eventId of new Set([...wanted.values()].map((each) => each.eventId))) {
    void askForOrders(eventId, true)
  }
})

function askFor(photoIds: Iterable<string>): void {
  for (const photoId of photoIds) pictures.ask({ key: photoId, download: { picture: getHandle(photoId) } })
}

pictures.follow(() => setCleanPhotos(pictures.here()))
onHandles(() => askFor(wanted.keys()))
watchReturns(pictures.again)

/** Loads the orders; again when the order of a photo was paid after the last request. */
async function askForThose(eventId: string, photoIds: readonly string[]): Promise<void> {
  await askForOrders(eventId)
  if (photoIds.some((photoId) => wanted.has(photoId) && !getHandle(photoId)))
    await askForOrders(eventId, true)
}

/**
 * Fetches bought photos without watermark through their orders. All are released when no photo is wanted any more.
 *
 * @returns releases the caller's references
 */
export function wantPhotos(eventId: string, photoIds: readonly string[]): () => void {
  for (const photoId of photoIds) {
    wanted.set(photoId, { eventId, count: (wanted.get(photoId)?.count ?? 0) + 1 })
  }
  askFor(photoIds)
  void askForThose(eventId, photoIds)
  return () => {
    for (const photoId of photoIds) {
      const before = wanted.get(photoId)
      if (before && before.count > 1) wanted.set(photoId, { eventId, count: before.count - 1 })
      else wanted.delete(photoId)
    }
    // another component may take them over in the same commit
    queueMicrotask(() => {
      if (wanted.size === 0) pictures.leave()
    })
  }
}
