import * as z from 'zod/mini'
import type { Event } from '../../../contract/events.ts'
import { listPhotos, Photo } from '../../../contract/photos.ts'
import { request } from '../../lib/api.ts'
import { isSlowLink } from '../../lib/link.ts'
import { withSearchToken } from '../../platform/search-token/index.ts'
import { type Stored, stored } from '../../platform/storage/index.ts'
import { seenShelf } from './seen-photos.ts'

const pageSize = 100
/** On a slow link what the first screen shows comes first: 2 KB instead of 40. */
const firstPageSize = 6
/** By then the first pictures are under way, before the rest of the list. */
const restAfterInMs = 1_500
const mostKept = 300
const mostEvents = 5

const Found = z.object({
  /** Whom they were found for. */
  search: z.string(),
  /** When, ms. */
  on: z.int(),
  photos: z.array(Photo),
})
type Found = z.infer<typeof Found>

const shelves = new Map<string, Stored<Found | null>>()

/** Events with found photos on this device, the last first. */
const foundIn = stored<readonly string[]>({ key: 'foundIn', schema: z.array(z.string()), initial: [] })

/** What was found in an event the last time, so that it is there without a network too. */
export function foundShelf(eventId: string): Stored<Found | null> {
  const known = shelves.get(eventId)
  if (known) return known
  const shelf = stored({ key: `search.${eventId}.found`, schema: z.nullable(Found), initial: null })
  shelves.set(eventId, shelf)
  return shelf
}

function withDotsOnce(photo: Photo): Photo {
  const { url, width, height } = photo.preview
  return { ...photo, preview: { url, width, height } }
}

function keepFound(eventId: string, search: string, photos: readonly Photo[]): void {
  foundShelf(eventId).write({ search, on: Date.now(), photos: photos.slice(0, mostKept).map(withDotsOnce) })
  const events = [eventId, ...foundIn.read().filter((each) => each !== eventId)]
  for (const old of events.slice(mostEvents)) {
    foundShelf(old).remove()
    seenShelf(old).remove()
  }
  foundIn.write(events.slice(0, mostEvents))
}

/** The first photos of those that were found, while the others are on their way. */
export interface FirstFound {
  search: string
  photos: readonly Photo[]
  /** How many there are with the others. */
  total: number
}

/** All photos of the person that was last searched for, page by page; a token that is no longer taken is renewed once. */
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
