import * as z from 'zod/mini'
import { Photo } from '../../../../contract/photos.ts'
import { getInitialData } from '../../../lib/initial-data.ts'
import { persisted } from '../../../platform/storage/index.ts'

/** Limits the cached photos of an album to about two screens of a phone. */
const maxPhotos = 30
const maxAlbums = 3

const StoredAlbum = z.object({ eventId: z.string(), photos: z.array(Photo) })
type StoredAlbum = z.infer<typeof StoredAlbum>

const albums = persisted<readonly StoredAlbum[]>({ key: 'albums', schema: z.array(StoredAlbum), initial: [] })

/** Returns the cached beginning of an album, or the one that came with SSR: shown at once, and available offline. */
export function readCachedAlbum(eventId: string): readonly Photo[] {
  const { event, photos = [] } = getInitialData()
  const cached = albums.read().find((album) => album.eventId === eventId)?.photos
  return cached ?? (event?.eventId === eventId ? photos : [])
}

/** Caches the beginning of an album, for the last viewed events only. */
export function cacheAlbum(eventId: string, photos: readonly Photo[]): void {
  const otherAlbums = albums.read().filter((album) => album.eventId !== eventId)
  albums.write([{ eventId, photos: photos.slice(0, maxPhotos) }, ...otherAlbums].slice(0, maxAlbums))
}
