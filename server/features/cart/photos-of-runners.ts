import type { Context } from '../../platform/context.ts'
import { memoizeByInput } from '../../platform/deduplicate-calls.ts'
import {
  findDistance,
  type PhotoSearch,
  resolveRunner,
  type Subject,
  toPersonKey,
} from '../competitors/index.ts'
import { canEventGetMorePhotos } from '../event-overview/index.ts'
import type { PackagePhotos } from '../orders/index.ts'
import type { CartItemRow } from './store.ts'

/** Returns the photos of a runner in an event that are matched with certainty. Must not be called inside a transaction. */
export async function findSurePhotoIds(
  context: Context,
  finder: PackagePhotos,
  search: { eventId: string; subject: Subject },
): Promise<string[]> {
  const found = await finder.find(context, search)
  return found.filter(({ tier }) => tier === 'sure').map(({ photoId }) => photoId)
}

/** Lists the photos found at one moment for the runners whose photos are in a cart. */
export interface PhotosOfRunners {
  /** Photo ids of each package, by item id. */
  readonly photoIdsByItem: ReadonlyMap<string, readonly string[]>
  /** Runners whose single photos are in the cart, with all their photos. */
  readonly runners: readonly {
    readonly eventId: string
    readonly photoIds: readonly string[]
    readonly distance: string | undefined
  }[]
  /** Events whose packages may still grow. */
  readonly growingEventIds: ReadonlySet<string>
  /** Item ids of packages that match no single runner: the search was for a surname that several runners have. */
  readonly ambiguousItemIds: ReadonlySet<string>
}

/**
 * Searches the photos of each runner whose package or single photos are in a cart. Where the search finds none, e.g. because
 * the selfie was deleted, falls back to the photos stored in the cart. Makes each search once, however many items it has
 * found. Must not be called inside a transaction.
 */
export async function findPhotosOfRunners(
  context: Context,
  finder: PackagePhotos,
  items: readonly CartItemRow[],
): Promise<PhotosOfRunners> {
  const findPhotoIds = memoizeByInput((search: PhotoSearch) => findSurePhotoIds(context, finder, search))
  const resolve = memoizeByInput((search: PhotoSearch) => resolveRunner(context, search))
  const photoIdsByItem = new Map<string, readonly string[]>()
  const ambiguousItemIds = new Set<string>()
  const singlesByRunner = new Map<string, { eventId: string; subject: Subject; photoIds: string[] }>()
  for (const { id, eventId, photoId, photoIds, foundFor, ...item } of items) {
    const searchSubject = item.subject ?? foundFor
    const subject = searchSubject && (await resolve({ eventId, subject: searchSubject }))
    if (item.subject) {
      const found = subject ? await findPhotoIds({ eventId, subject }) : []
      photoIdsByItem.set(id, found.length > 0 ? found : photoIds)
      if (!subject) ambiguousItemIds.add(id)
    } else if (subject && photoId !== null) {
      const key = `${eventId} ${toPersonKey(subject)}`
      const runner = singlesByRunner.get(key) ?? { eventId, subject, photoIds: [] }
      singlesByRunner.set(key, { ...runner, photoIds: [...runner.photoIds, photoId] })
    }
  }
  const runners: PhotosOfRunners['runners'][number][] = []
  for (const { eventId, subject, photoIds } of singlesByRunner.values()) {
    const found = await findPhotoIds({ eventId, subject })
    const distance = await findDistance(context, { eventId, subject })
    runners.push({ eventId, photoIds: found.length > 0 ? found : photoIds, distance })
  }
  const growingEventIds = new Set<string>()
  for (const eventId of new Set(items.map((item) => item.eventId)))
    if (await canEventGetMorePhotos(context, eventId)) growingEventIds.add(eventId)
  return { photoIdsByItem, runners, growingEventIds, ambiguousItemIds }
}
