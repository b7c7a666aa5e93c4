import * as z from 'zod/mini'
import { Photo } from '../../../contract/photos.ts'
import { firstScreen } from '../../lib/first-screen.ts'
import { stored } from '../../platform/storage/index.ts'

/** About two screens of a phone. */
const mostPhotos = 30
const mostAlbums = 3

const KeptAlbum = z.object({ eventId: z.string(), photos: z.array(Photo) })
type KeptAlbum = z.infer<typeof KeptAlbum>

const albums = stored<readonly KeptAlbum[]>({ key: 'albums', schema: z.array(KeptAlbum), initial: [] })

/** How an album began when it was last seen: shown at once, and all there is of it without a network. */
export function keptAlbum(eventId: string): readonly Photo[] {
  const { event, photos = [] } = firstScreen()
  const known = albums.read().find((album) => album.eventId === eventId)?.photos
  return known ?? (event?.eventId === eventId ? photos : [])
}

/** Keeps the beginning of an album; of few events, the last seen ones. */
export function keepAlbum(eventId: string, photos: readonly Photo[]): void {
  const others = albums.read().filter((album) => album.eventId !== eventId)
  albums.write([{ eventId, photos: photos.slice(0, mostPhotos) }, ...others].slice(0, mostAlbums))
}
