import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react'
import type { Event } from '../../../contract/events.ts'
import { listPhotos } from '../../../contract/photos.ts'
import { request } from '../../lib/api.ts'
import { isSlowLink } from '../../lib/link.ts'
import { useWhenBack } from '../../platform/offline/index.ts'
import { withSearchToken } from '../../platform/search-token/index.ts'
import { AlbumPages, pageSize } from './album-pages.ts'
import { keepAlbum, keptAlbum } from './kept-album.ts'

const albums = new Map<string, AlbumPages>()
const albumsKept = 3
/** About one screen of a phone: 5 KB instead of 40. */
const slowPageSize = 15

/** The pages of an album outlive its page on the screen, so that coming back finds them. */
function albumOf(event: Event): AlbumPages {
  const { eventId, albumId } = event
  const known = albums.get(eventId)
  if (known) return known
  const load = async (offset: number) => {
    const page = await withSearchToken(eventId, 'event', (token) => {
      const count = isSlowLink() ? slowPageSize : pageSize
      return request(listPhotos, { query: { albumId, offset, count }, token })
    })
    if (offset === 0) keepAlbum(eventId, page.items)
    return page
  }
  const album = new AlbumPages(event.counts.photos, load, keptAlbum(eventId))
  albums.set(eventId, album)
  for (const oldest of [...albums.keys()].slice(0, -albumsKept)) albums.delete(oldest)
  return album
}

const scrollPauseInMs = 120

/** All photos of an event; only what is looked at is fetched. */
export function useAlbum(event: Event) {
  const album = albumOf(event)
  useSyncExternalStore(album.subscribe, () => album.version)
  const looked = useRef({ first: 0, end: slowPageSize })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const total = event.counts.photos
  useEffect(() => {
    if (total > album.total) album.grow(total)
    album.want(looked.current.first, looked.current.end)
  }, [album, total])
  useEffect(() => () => clearTimeout(timer.current), [])
  useWhenBack(() => album.retry())

  /** Tells which photos are near the screen; those flown past in a quick scroll are not fetched. */
  const look = useCallback(
    (first: number, end: number) => {
      looked.current = { first, end }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => album.want(first, end), scrollPauseInMs)
    },
    [album],
  )
  return { album, look }
}
