import { startTransition, useCallback, useEffect, useLayoutEffect, useReducer, useRef } from 'react'
import type { Event } from '../../../contract/events.ts'
import { listPhotos } from '../../../contract/photos.ts'
import { request } from '../../lib/api.ts'
import { isSlowLink } from '../../lib/link.ts'
import { useWhenBack } from '../../platform/offline/index.ts'
import { withSearchToken } from '../../platform/search-token/index.ts'
import { AlbumPages, pageSize } from './album-pages.ts'
import { type AlbumPart, isWhole } from './album-part.ts'
import { keepAlbum, keptAlbum } from './kept-album.ts'

const albums = new Map<string, AlbumPages>()
const albumsKept = 6
/** About one screen of a phone: 5 KB instead of 40. */
const slowPageSize = 15

/** As many as a screen holds, while nobody has counted them. */
const uncounted = 30

/** The pages of an album outlive its page on the screen, so that coming back finds them. */
function albumOf(event: Event, part: AlbumPart): AlbumPages {
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
  // what one visitor's page was made of is not another's
  if (typeof window === 'undefined') return album
  albums.set(key, album)
  for (const oldest of [...albums.keys()].slice(0, -albumsKept)) albums.delete(oldest)
  return album
}

const scrollPauseInMs = 120

/** Draws anew what has changed in an album, in small pieces: a page of photos that arrives holds up nothing. */
function useFollowing(album: AlbumPages): void {
  const [, redraw] = useReducer((times: number) => times + 1, 0)
  const { version } = album
  const drawn = useRef(version)
  useLayoutEffect(() => {
    drawn.current = version
  })
  useEffect(() => {
    const follow = () => startTransition(redraw)
    // what came between drawing and now
    if (album.version !== drawn.current) follow()
    return album.subscribe(follow)
  }, [album])
}

/** How many photos the whole album had when its part was last looked at. */
const grownTo = new WeakMap<AlbumPages, number>()

/** All photos of an event, or of a part of it; only what is looked at is fetched. */
export function useAlbum(event: Event, part: AlbumPart) {
  const album = albumOf(event, part)
  useFollowing(album)
  const looked = useRef({ first: 0, end: slowPageSize })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const whole = isWhole(part)
  const total = event.counts.photos
  useEffect(() => {
    if (whole && total > album.total) album.grow(total)
    // of a part only the service knows whether it has grown with the album
    if (!whole && grownTo.has(album) && grownTo.get(album) !== total) album.age()
    grownTo.set(album, total)
    album.want(looked.current.first, looked.current.end)
  }, [album, total, whole])
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
