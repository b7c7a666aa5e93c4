import { useEffect, useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import { listVideos, type Video } from '../../../../contract/videos.ts'
import { request } from '../../../lib/api.ts'
import { useLoaded } from '../../../platform/loading/index.ts'
import { useQuery } from '../../../platform/navigation/index.ts'
import { withSearchToken } from '../../../platform/search-token/index.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'

const pageSize = 30

/** Selects whose videos come first: by start number, by text, or of the runner who was found; undefined for no preference. */
export type VideoPreference =
  | { readonly by: 'number'; readonly label: string }
  | { readonly by: 'word'; readonly label: string }
  | { readonly by: 'runner'; readonly label: string }
  | undefined

/** Reads from the address whose videos are wanted, else from the last search of the event. */
export function useVideoPreference({ eventId }: Event): VideoPreference {
  const query = useQuery()
  if (query.has('all')) return undefined
  const [number, nameQuery] = [query.get('number'), query.get('q')]
  if (number) return { by: 'number', label: number }
  if (nameQuery) return { by: 'word', label: nameQuery }
  const lastSearch = getEventSearch(eventId).last.read()
  if (lastSearch?.by === 'number') return { by: 'number', label: lastSearch.number }
  if (lastSearch?.by === 'surname') return { by: 'word', label: lastSearch.surname }
  return lastSearch?.by === 'competitor' ? { by: 'runner', label: lastSearch.label } : undefined
}

interface MoreVideos {
  readonly key: string
  readonly items: readonly Video[]
  readonly state: 'ready' | 'loading' | 'failed'
  /** Identifies the first video of the latest page. */
  readonly firstNewId: string | undefined
}

/** Loads the videos of an event page by page: those of a runner first, then those of the whole event. */
export function useVideos({ eventId, albumId }: Event, preference: VideoPreference) {
  const key = `${albumId} ${preference?.by ?? ''} ${preference?.label ?? ''}`
  const loadPage = (offset: number, signal?: AbortSignal) =>
    withSearchToken(eventId, preference?.by === 'runner' ? 'person' : 'event', (token) =>
      request(listVideos, {
        query: {
          albumId,
          myStartNumber: preference?.by === 'number' ? preference.label : undefined,
          searchString: preference?.by === 'word' ? preference.label : undefined,
          offset,
          count: pageSize,
        },
        token,
        signal,
      }),
    )
  const first = useLoaded(key, (signal) => loadPage(0, signal))
  const [morePages, setMorePages] = useState<MoreVideos>()
  const currentPages = morePages?.key === key ? morePages : undefined
  const items = [...(first.value?.items ?? []), ...(currentPages?.items ?? [])]
  const total = first.value?.total ?? 0

  useEffect(() => {
    if (currentPages?.state !== 'loading') return undefined
    const controller = new AbortController()
    loadPage(items.length, controller.signal).then(
      (page) => {
        if (controller.signal.aborted) return
        const knownIds = new Set(items.map(({ videoId }) => videoId))
        const newVideos = page.items.filter(({ videoId }) => !knownIds.has(videoId))
        setMorePages({
          key,
          items: [...currentPages.items, ...newVideos],
          state: 'ready',
          firstNewId: newVideos[0]?.videoId,
        })
      },
      () => {
        if (!controller.signal.aborted) setMorePages({ ...currentPages, state: 'failed' })
      },
    )
    return () => controller.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- one request for each change to `loading`
  }, [currentPages?.state, key])

  return {
    first,
    items,
    total,
    hasMore: items.length < total,
    loadMoreState: currentPages?.state ?? 'ready',
    firstNewId: currentPages?.firstNewId,
    loadMore: () =>
      setMorePages({ key, items: currentPages?.items ?? [], state: 'loading', firstNewId: undefined }),
  }
}
