import { startTransition, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import type { Event } from '../../../contract/events.ts'
import { listPhotos } from '../../../contract/photos.ts'
import { request } from '../../lib/api.ts'
import { isSlowLink } from '../../lib/link.ts'
import { useWhenBack } from '../../platform/offline/index.ts'
import { withSearchToken } from '../../platform/search-token/index.ts'
import { AlbumPages, pageSize } from './album-pages.ts'
import { type AlbumPart, isWhole } from './album-part.ts'
import { keepAlbum, keptAlbum } from './stored-album.ts'

const albums = new Map<string, AlbumPages>()
const albumsKept = 6
/** Limits a page on a slow link to about one screen of a phone: 5 KB instead of 40. */
const slowPageSize = 15

/** Sets the assumed number of photos, about one screen, until the real one is known. */
const uncounted = 30

/** Returns the cached album: its pages survive unmounting, so that returning shows them at once. */
function albumPages(event: Event, part: AlbumPart): AlbumPages {
  const { eventId, albumId } = event
  const whole = isWhole(part)
  const key = `${eventId} ${JSON.stringify(part)}`
  const known = albums.get(key)
  if (known) return known
  const load = async (offset: number) => {
    const page = await withSearchToken(eventId, 'event', (token) => {
      const count = isSlowLink() ? slowPageSize : pageSize
      return request(listPhotos, { query: { albumId, ...part, offset, count }, token })
    })
    if (whole && offset === 0) keepAlbum(eventId, page.items)
    return page
  }
  const album = whole
    ? new AlbumPages(event.counts.photos, load, keptAlbum(eventId))
    : new AlbumPages(uncounted, load)
  // on the server, albums are not shared between visitors
  if (typeof window === 'undefined') return album
  albums.set(key, album)
  for (const oldest of [...albums.keys()].slice(0, -albumsKept)) albums.delete(oldest)
  return album
}

const scrollPauseInMs = 120

/** Renders changes of an album in a transition, so that arriving pages do not block input. */
function useFollowing(album: AlbumPages): void {
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const { version } = album
  const drawn = useRef(version)
  useLayoutEffect(() => {
    drawn.current = version
  })
  useEffect(() => {
    const follow = () => startTransition(redraw)
    // changes between render and effect
    if (album.version !== drawn.current) follow()
    return album.subscribe(follow)
  }, [album])
}

/** Maps an album to the number of all photos of the event when the album was last viewed. */
const grownTo = new WeakMap<AlbumPages, number>()

/** Returns the photos of an event, or of a part of it; only viewed pages are fetched. */
export function useAlbum(event: Event, part: AlbumPart) {
  const album = albumPages(event, part)
  useFollowing(album)
  const looked = useRef({ first: 0, end: slowPageSize })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const whole = isWhole(part)
  const total = event.counts.photos
  useEffect(() => {
    if (whole && total > album.total) album.grow(total)
    // only the service knows whether a filtered part has grown with the album
    if (!whole && grownTo.has(album) && grownTo.get(album) !== total) album.age()
    grownTo.set(album, total)
    album.want(looked.current.first, looked.current.end)
  }, [album, total, whole])
  useEffect(() => () => clearTimeout(timer.current), [])
  useWhenBack(() => album.retry())

  /** Requests the photos near the viewport; debounced, so that those passed in a quick scroll are not fetched. */
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
