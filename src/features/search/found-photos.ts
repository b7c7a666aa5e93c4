import * as z from 'zod/mini'
import type { Event } from '../../../contract/events.ts'
import { listPhotos, Photo } from '../../../contract/photos.ts'
import { request } from '../../lib/api.ts'
import { isSlowLink } from '../../lib/link.ts'
import { withSearchToken } from '../../platform/search-token/index.ts'
import { type Persisted, persisted } from '../../platform/storage/index.ts'
import { persistedSeen } from './seen-photos.ts'

const pageSize = 100
/** Limits the first page on a slow link to the photos visible without scrolling: 2 KB instead of 40. */
const firstPageSize = 6
/** Delays the rest of the list, so that the first pictures load before it. */
const restAfterInMs = 1_500
const mostKept = 300
const mostEvents = 5

const Found = z.object({
  /** Key of the search that found them. */
  search: z.string(),
  /** Time of the search in ms. */
  on: z.int(),
  photos: z.array(Photo),
})
type Found = z.infer<typeof Found>

const entries = new Map<string, Persisted<Found | null>>()

/** Ids of events with stored results on this device, most recent first. */
const foundIn = persisted<readonly string[]>({ key: 'foundIn', schema: z.array(z.string()), initial: [] })

/** Returns the stored results of the last search in an event, available offline. */
export function persistedResults(eventId: string): Persisted<Found | null> {
  const known = entries.get(eventId)
  if (known) return known
  const entry = persisted({ key: `search.${eventId}.found`, schema: z.nullable(Found), initial: null })
  entries.set(eventId, entry)
  return entry
}

function withDotsOnce(photo: Photo): Photo {
  const { url, width, height } = photo.preview
  return { ...photo, preview: { url, width, height } }
}

function keepFound(eventId: string, search: string, photos: readonly Photo[]): void {
  persistedResults(eventId).write({
    search,
    on: Date.now(),
    photos: photos.slice(0, mostKept).map(withDotsOnce),
  })
  const events = [eventId, ...foundIn.read().filter((each) => each !== eventId)]
  for (const old of events.slice(mostEvents)) {
    persistedResults(old).remove()
    persistedSeen(old).remove()
  }
  foundIn.write(events.slice(0, mostEvents))
}

/** Describes the first results, while the others are loading. */
export interface FirstFound {
  search: string
  photos: readonly Photo[]
  /** Total number of photos, including the others. */
  total: number
}

/** Loads all photos of the person last searched for, page by page. A rejected token is renewed once. */
export function loadFound(
  event: Event,
  search: string,
  signal: AbortSignal,
  onFirst: (first: FirstFound) => void,
): Promise<Photo[]> {
  const { eventId, albumId } = event
  return withSearchToken(eventId, 'person', async (token) => {
    const photos: Photo[] = []
    for (let total = 1; photos.length < total; ) {
      const offset = photos.length
      const count = offset === 0 && isSlowLink() ? firstPageSize : pageSize
      const page = await request(listPhotos, { query: { albumId, offset, count }, token, signal })
      photos.push(...page.items)
      total = page.items.length === 0 ? 0 : page.total
      if (photos.length >= total || signal.aborted) continue
      onFirst({ search, photos: [...photos], total })
      if (count === firstPageSize) await new Promise((resolve) => setTimeout(resolve, restAfterInMs))
    }
    keepFound(eventId, search, photos)
    return photos
  })
}
