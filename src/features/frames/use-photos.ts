import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import type { Event } from '../../../contract/events.ts'
import { listPhotos, Photo } from '../../../contract/photos.ts'
import { request } from '../../lib/api.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { withSearchToken } from '../../platform/search-token/index.ts'
import { getEventSearch } from '../../platform/storage/index.ts'
import { useAlbum } from '../photos/index.ts'

const pageSize = 30
const maxOwnPhotos = 100

/** Describes photos to choose from. Some of them may not be loaded. */
export interface PhotoChoice {
  photos: readonly Photo[]
  total: number
  state: 'loading' | 'ready' | 'failed'
  error?: unknown
  retry: () => void
  /** Loads more; absent when there are no more. */
  more?: () => void
}

const CachedResults = z.object({ photos: z.array(Photo) })

/** Returns the photos of the person searched for; undefined without a search. */
export function useOwnPhotos({ eventId, albumId }: Event): PhotoChoice | undefined {
  const search = getEventSearch(eventId)
  const lastSearch = useAtomValue(search.last.atom)
  const [cachedPhotos] = useState(() => CachedResults.safeParse(search.found.read()).data?.photos)
  const loaded = useLoaded<readonly Photo[]>(
    lastSearch && `${eventId} ${JSON.stringify(lastSearch)}`,
    (signal) =>
      withSearchToken(eventId, 'person', async (token) => {
        const query = { albumId, offset: 0, count: maxOwnPhotos }
        return (await request(listPhotos, { query, token, signal })).items
      }),
    cachedPhotos,
  )
  if (!lastSearch) return undefined
  const photos = (loaded.value ?? []).filter((photo) => photo.match?.tier !== 'maybe')
  return {
    photos,
    total: photos.length,
    state: loaded.value ? 'ready' : loaded.state,
    ...(loaded.state === 'failed' ? { error: loaded.error } : {}),
    retry: loaded.reload,
  }
}

const wholeAlbum = {}

/** Returns all photos of the event, page by page. */
export function useAllPhotos(event: Event, isEnabled: boolean): PhotoChoice {
  const { album } = useAlbum(event, wholeAlbum)
  const [shownCount, setShownCount] = useState(pageSize)
  useEffect(() => {
    if (isEnabled) album.ensureLoaded(0, shownCount)
  }, [album, isEnabled, shownCount])
  const shownEnd = Math.min(shownCount, album.total)
  const photos: Photo[] = []
  for (let at = 0; at < shownEnd; at++) {
    const photo = album.at(at)
    if (photo) photos.push(photo)
  }
  const isFailed = photos.length === 0 && shownEnd > 0 && album.isFailed(0)
  return {
    photos,
    total: album.total,
    state: isFailed ? 'failed' : photos.length > 0 || shownEnd === 0 ? 'ready' : 'loading',
    ...(isFailed ? { error: album.error } : {}),
    retry: () => album.retry(),
    ...(shownEnd < album.total ? { more: () => setShownCount(shownEnd + pageSize) } : {}),
  }
}
