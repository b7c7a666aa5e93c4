import type { Context } from '../../platform/context.ts'
import { findDistance, personKey, resolveRunner, type Subject } from '../competitors/index.ts'
import { mayPhotosCome } from '../events/index.ts'
import type { PackagePhotos } from '../orders/index.ts'
import type { CartItemRow } from './store.ts'

/** Returns the photos of a runner in an event that are matched with certainty. Must not be called inside a transaction. */
export async function surePhotoIds(
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
  readonly ofPackage: ReadonlyMap<string, readonly string[]>
  /** Runners whose single photos are in the cart, with all their photos. */
  readonly runners: readonly {
    readonly eventId: string
    readonly photoIds: readonly string[]
    readonly distance: string | undefined
  }[]
  /** Events whose packages may still grow. */
  readonly growing: ReadonlySet<string>
  /** Item ids of packages that match no single runner: the search was for a surname that several runners have. */
  readonly ambiguous: ReadonlySet<string>
}

/**
 * Searches the photos of each runner whose package or single photos are in a cart. Where the search finds none, e.g. because
 * the selfie was deleted, falls back to the photos stored in the cart. Must not be called inside a transaction.
 */
export async function findPhotosOfRunners(
  context: Context,
  finder: PackagePhotos,
  items: readonly CartItemRow[],
): Promise<PhotosOfRunners> {
  const searched = new Map<string, Promise<string[]>>()
  const find = (eventId: string, subject: Subject) => {
    const key = `${eventId} ${JSON.stringify(subject)}`
    const found = searched.get(key) ?? surePhotoIds(context, finder, { eventId, subject })
    searched.set(key, found)
    return found
  }
  const ofPackage = new Map<string, readonly string[]>()
  const ambiguous = new Set<string>()
  const chosen = new Map<string, { eventId: string; subject: Subject; photoIds: string[] }>()
  for (const { id, eventId, photoId, photoIds, foundFor, ...item } of items) {
    const wanted = item.subject ?? foundFor
    const subject = wanted && (await resolveRunner(context, { eventId, subject: wanted }))
    if (item.subject) {
      const found = subject ? await find(eventId, subject) : []
      ofPackage.set(id, found.length > 0 ? found : photoIds)
      if (!subject) ambiguous.add(id)
    } else if (subject && photoId !== null) {
      const key = `${eventId} ${personKey(subject)}`
      const runner = chosen.get(key) ?? { eventId, subject, photoIds: [] }
      chosen.set(key, { ...runner, photoIds: [...runner.photoIds, photoId] })
    }
  }
  const runners: PhotosOfRunners['runners'][number][] = []
  for (const { eventId, subject, photoIds } of chosen.values()) {
    const found = await find(eventId, subject)
    const distance = await findDistance(context, { eventId, subject })
    runners.push({ eventId, photoIds: found.length > 0 ? found : photoIds, distance })
  }
  const growing = new Set<string>()
  for (const eventId of new Set(items.map((item) => item.eventId)))
    if (await mayPhotosCome(context, eventId)) growing.add(eventId)
  return { ofPackage, runners, growing, ambiguous }
}
