import { startTransition, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import * as z from 'zod/mini'
import type { Event } from '../../../../contract/events.ts'
import { listPhotos, Photo } from '../../../../contract/photos.ts'
import { request } from '../../../lib/api.ts'
import { getInitialData } from '../../../lib/initial-data.ts'
import { isSlowLink } from '../../../lib/link.ts'
import { useLanguage } from '../../../platform/language/index.ts'
import { useOnReconnect } from '../../../platform/offline/index.ts'
import { withSearchToken } from '../../../platform/search-token/index.ts'
import { persisted } from '../../../platform/storage/index.ts'
import { type AlbumFilter, isUnfiltered } from './album-filter.ts'
import { AlbumPages, pageSize } from './album-pages.ts'

const albums = new Map<string, AlbumPages>()
const maxAlbums = 6
/** Limits a page on a slow link to about one screen of a phone: 5 KB instead of 40. */
const slowPageSize = 15

/** Sets the assumed number of photos, about one screen, until the real one is known. */
const assumedTotal = 30

/**
 * Returns the cached album: its pages survive unmounting, so that returning shows them at once. Each language has its own pages,
 * because the points of photos are titles in the language of the request.
 */
function getAlbumPages(event: Event, filter: AlbumFilter, language: string): AlbumPages {
  const { eventId, albumId } = event
  const isWholeAlbum = isUnfiltered(filter)
  const key = `${eventId} ${language} ${JSON.stringify(filter)}`
  const cachedAlbum = albums.get(key)
  if (cachedAlbum) return cachedAlbum
  const load = async (offset: number) => {
    const page = await withSearchToken(eventId, 'event', (token) => {
      const count = isSlowLink() ? slowPageSize : pageSize
      return request(listPhotos, { query: { albumId, ...filter, offset, count }, token })
    })
    if (isWholeAlbum && offset === 0) cacheAlbum(eventId, page.items)
    return page
  }
  const album = isWholeAlbum
    ? new AlbumPages(event.counts.photos, load, readCachedAlbum(eventId))
    : new AlbumPages(assumedTotal, load)
  // on the server, albums are not shared between visitors
  if (typeof window === 'undefined') return album
  albums.set(key, album)
  for (const oldest of [...albums.keys()].slice(0, -maxAlbums)) albums.delete(oldest)
  return album
}

const scrollPauseInMs = 120

/** Renders changes of an album in a transition, so that arriving pages do not block input. */
function useRerenderOnChange(album: AlbumPages): void {
  const [, rerender] = useReducer((times: number) => times + 1, 0)
  const { version } = album
  const renderedVersion = useRef(version)
  useLayoutEffect(() => {
    renderedVersion.current = version
  })
  useEffect(() => {
    const onChange = () => startTransition(rerender)
    // changes between render and effect
    if (album.version !== renderedVersion.current) onChange()
    return album.subscribe(onChange)
  }, [album])
}

/** Maps an album to the number of all photos of the event when the album was last viewed. */
const totalWhenViewed = new WeakMap<AlbumPages, number>()

/** Returns the photos of an event, or of a part of it; only viewed pages are fetched. */
export function useAlbum(event: Event, filter: AlbumFilter) {
  const { language } = useLanguage()
  const album = getAlbumPages(event, filter, language)
  useRerenderOnChange(album)
  const visibleRange = useRef({ first: 0, end: slowPageSize })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const isWholeAlbum = isUnfiltered(filter)
  const total = event.counts.photos
  useEffect(() => {
    if (isWholeAlbum && total > album.total) album.setTotal(total)
    // only the service knows whether a filtered part has grown with the album
    if (!isWholeAlbum && totalWhenViewed.has(album) && totalWhenViewed.get(album) !== total) album.markStale()
    totalWhenViewed.set(album, total)
    album.ensureLoaded(visibleRange.current.first, visibleRange.current.end)
  }, [album, total, isWholeAlbum])
  useEffect(() => () => clearTimeout(timer.current), [])
  useOnReconnect(() => album.retry())

  /** Requests the photos near the viewport; debounced, so that those passed in a quick scroll are not fetched. */
  const onVisibleRange = useCallback(
    (first: number, end: number) => {
      visibleRange.current = { first, end }
      clearTimeout(timer.current)
      timer.current = setTimeout(() => album.ensureLoaded(first, end), scrollPauseInMs)
    },
    [album],
  )
  return { album, onVisibleRange }
}

/** Limits the cached photos of an album to about two screens of a phone. */
const maxStoredPhotos = 30
const maxStoredAlbums = 3

const StoredAlbum = z.object({ eventId: z.string(), photos: z.array(Photo) })
type StoredAlbum = z.infer<typeof StoredAlbum>

const storedAlbums = persisted<readonly StoredAlbum[]>({
  key: 'albums',
  schema: z.array(StoredAlbum),
  initial: [],
})

/** Returns the cached beginning of an album, or the one that came with SSR: shown at once, and available offline. */
function readCachedAlbum(eventId: string): readonly Photo[] {
  const { event, photos = [] } = getInitialData()
  const cached = storedAlbums.read().find((album) => album.eventId === eventId)?.photos
  return cached ?? (event?.eventId === eventId ? photos : [])
}

/** Caches the beginning of an album, for the last viewed events only. */
function cacheAlbum(eventId: string, photos: readonly Photo[]): void {
  const otherAlbums = storedAlbums.read().filter((album) => album.eventId !== eventId)
  storedAlbums.write(
    [{ eventId, photos: photos.slice(0, maxStoredPhotos) }, ...otherAlbums].slice(0, maxStoredAlbums),
  )
}
