import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import type { Event } from '../../../contract/events.ts'
import { listPhotos, Photo } from '../../../contract/photos.ts'
import { request } from '../../lib/api.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { withSearchToken } from '../../platform/search-token/index.ts'
import { eventSearch } from '../../platform/storage/index.ts'
import { useAlbum } from '../photos/index.ts'

const pageSize = 30
const ownAtMost = 100

/** Describes photos to choose from. Some of them may not be loaded. */
export interface Choice {
  photos: readonly Photo[]
  total: number
  state: 'loading' | 'ready' | 'failed'
  error?: unknown
  retry: () => void
  /** Loads more; absent when there are no more. */
  more?: () => void
}

const Kept = z.object({ photos: z.array(Photo) })

/** Returns the photos of the person searched for; undefined without a search. */
export function useOwnPhotos({ eventId, albumId }: Event): Choice | undefined {
  const search = eventSearch(eventId)
  const last = useAtomValue(search.last.atom)
  const [kept] = useState(() => Kept.safeParse(search.found.read()).data?.photos)
  const loaded = useLoaded<readonly Photo[]>(
    last && `${eventId} ${JSON.stringify(last)}`,
    (signal) =>
      withSearchToken(eventId, 'person', async (token) => {
        const query = { albumId, offset: 0, count: ownAtMost }
        return (await request(listPhotos, { query, token, signal })).items
      }),
    kept,
  )
  if (!last) return undefined
  const photos = (loaded.value ?? []).filter((photo) => photo.match?.tier !== 'maybe')
  return {
    photos,
    total: photos.length,
    state: loaded.value ? 'ready' : loaded.state,
    ...(loaded.state === 'failed' ? { error: loaded.error } : {}),
    retry: loaded.reload,
  }
}

const whole = {}

/** Returns all photos of the event, page by page. */
export function useAllPhotos(event: Event, isWanted: boolean): Choice {
  const { album } = useAlbum(event, whole)
  const [shown, setShown] = useState(pageSize)
  useEffect(() => {
    if (isWanted) album.want(0, shown)
  }, [album, isWanted, shown])
  const end = Math.min(shown, album.total)
  const photos: Photo[] = []
  for (let at = 0; at < end; at++) {
    const photo = album.at(at)
    if (photo) photos.push(photo)
  }
  const isFailed = photos.length === 0 && end > 0 && album.isFailed(0)
  return {
    photos,
    total: album.total,
    state: isFailed ? 'failed' : photos.length > 0 || end === 0 ? 'ready' : 'loading',
    ...(isFailed ? { error: album.error } : {}),
    retry: () => album.retry(),
    ...(end < album.total ? { more: () => setShown(end + pageSize) } : {}),
  }
}
