import * as z from 'zod/mini'
import { Photo } from '../../../contract/photos.ts'
import { initialData } from '../../lib/initial-data.ts'
import { persisted } from '../../platform/storage/index.ts'

/** Limits the cached photos of an album to about two screens of a phone. */
const mostPhotos = 30
const mostAlbums = 3

const StoredAlbum = z.object({ eventId: z.string(), photos: z.array(Photo) })
type StoredAlbum = z.infer<typeof StoredAlbum>

const albums = persisted<readonly StoredAlbum[]>({ key: 'albums', schema: z.array(StoredAlbum), initial: [] })

/** Returns the cached beginning of an album, or the one that came with SSR: shown at once, and available offline. */
export function keptAlbum(eventId: string): readonly Photo[] {
  const { event, photos = [] } = initialData()
  const known = albums.read().find((album) => album.eventId === eventId)?.photos
  return known ?? (event?.eventId === eventId ? photos : [])
}

/** Caches the beginning of an album, for the last viewed events only. */
export function keepAlbum(eventId: string, photos: readonly Photo[]): void {
  const others = albums.read().filter((album) => album.eventId !== eventId)
  albums.write([{ eventId, photos: photos.slice(0, mostPhotos) }, ...others].slice(0, mostAlbums))
}
