import type { Context } from '../../platform/context.ts'
import type { Subject } from '../competitors/index.ts'
import type { PackagePhotos } from '../orders/index.ts'
import type { CartItemRow } from './store.ts'

/** The photos that surely show somebody in an event. Not to be called inside a transaction. */
export async function surePhotoIds(
  context: Context,
  finder: PackagePhotos,
  search: { eventId: string; subject: Subject },
): Promise<string[]> {
  const found = await finder.find(context, search)
  return found.filter(({ tier }) => tier === 'sure').map(({ photoId }) => photoId)
}

/**
 * What each package in a cart holds now, by item id; what it held before when nothing is found any more,
 * because the selfie may be forgotten by then. Not to be called inside a transaction.
 */
export async function packagesNow(
  context: Context,
  finder: PackagePhotos,
  items: readonly CartItemRow[],
): Promise<Map<string, readonly string[]>> {
  const now = new Map<string, readonly string[]>()
  for (const { id, eventId, subject, photoIds } of items) {
    if (!subject) continue
    const found = await surePhotoIds(context, finder, { eventId, subject })
    now.set(id, found.length > 0 ? found : photoIds)
  }
  return now
}
