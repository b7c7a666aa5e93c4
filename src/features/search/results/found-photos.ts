import * as z from 'zod/mini'
import type { Event } from '../../../../contract/events.ts'
import { listPhotos, Photo } from '../../../../contract/photos.ts'
import { request } from '../../../lib/api.ts'
import { isSlowLink } from '../../../lib/link.ts'
import { isLastSearch, withSearchToken } from '../../../platform/search-token/index.ts'
import { type LastSearch, type Persisted, persisted } from '../../../platform/storage/index.ts'
import { toPointKey } from '../../photos/index.ts'
import { getPersistedSeenPhotos } from './seen-photos.ts'

const pageSize = 100
/** Limits the first page on a slow link to the photos visible without scrolling: 2 KB instead of 40. */
const firstPageSize = 6
/** Delays the rest of the list, so that the first pictures load before it. */
const restDelayInMs = 1_500
const maxStoredPhotos = 300
const maxStoredEvents = 5

const StoredResults = z.object({
  /** Key of the search that found them. */
  search: z.string(),
  /** Time of the search in ms. */
  on: z.int(),
  photos: z.array(Photo),
})
type StoredResults = z.infer<typeof StoredResults>

/** Returns the key of a search in an event. */
export const toSearchKey = (eventId: string, search: LastSearch): string =>
  `${eventId} ${JSON.stringify(search)}`

const persistedByEvent = new Map<string, Persisted<StoredResults | null>>()

/** Ids of events with stored results on this device, most recent first. */
const eventIdsWithResults = persisted<readonly string[]>({
  key: 'foundIn',
  schema: z.array(z.string()),
  initial: [],
})

/** Returns the stored results of the last search in an event, available offline. */
export function getPersistedResults(eventId: string): Persisted<StoredResults | null> {
  const knownEntry = persistedByEvent.get(eventId)
  if (knownEntry) return knownEntry
  const entry = persisted({
    key: `search.${eventId}.found`,
    schema: z.nullable(StoredResults),
    initial: null,
  })
  persistedByEvent.set(eventId, entry)
  return entry
}

/**
 * Returns a photo as it is stored: without the placeholder of its preview, and with the key of its point instead of the title,
 * which is in the language of the request.
 */
function toStoredPhoto(photo: Photo, event: Event): Photo {
  const { url, width, height } = photo.preview
  return { ...photo, point: toPointKey(photo, event) ?? null, preview: { url, width, height } }
}

function storeResults(event: Event, search: string, photos: readonly Photo[]): void {
  const { eventId } = event
  getPersistedResults(eventId).write({
    search,
    on: Date.now(),
    photos: photos.slice(0, maxStoredPhotos).map((photo) => toStoredPhoto(photo, event)),
  })
  const events = [eventId, ...eventIdsWithResults.read().filter((each) => each !== eventId)]
  for (const oldEventId of events.slice(maxStoredEvents)) {
    getPersistedResults(oldEventId).remove()
    getPersistedSeenPhotos(oldEventId).remove()
  }
  eventIdsWithResults.write(events.slice(0, maxStoredEvents))
}

/** Describes the first results, while the others are loading. */
export interface FirstResults {
  search: string
  photos: readonly Photo[]
  /** Total number of photos, including the others. */
  total: number
}

/**
 * Loads all photos of a search, page by page. A rejected token is renewed once. Photos of the last search of the event are stored
 * on this device.
 */
export function loadFoundPhotos(
  event: Event,
  last: LastSearch,
  signal: AbortSignal,
  onFirst: (first: FirstResults) => void,
): Promise<Photo[]> {
  const { eventId, albumId } = event
  const search = toSearchKey(eventId, last)
  return withSearchToken(eventId, { search: last }, async (token) => {
    const photos: Photo[] = []
    for (let total = 1; photos.length < total; ) {
      const offset = photos.length
      const count = offset === 0 && isSlowLink() ? firstPageSize : pageSize
      const page = await request(listPhotos, { query: { albumId, offset, count }, token, signal })
      photos.push(...page.items)
      total = page.items.length === 0 ? 0 : page.total
      if (photos.length >= total || signal.aborted) continue
      onFirst({ search, photos: [...photos], total })
      if (count === firstPageSize) await new Promise((resolve) => setTimeout(resolve, restDelayInMs))
    }
    if (isLastSearch(eventId, last)) storeResults(event, search, photos)
    return photos
  })
}
