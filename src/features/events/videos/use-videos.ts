import { useEffect, useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import { listVideos, type Video } from '../../../../contract/videos.ts'
import { request } from '../../../lib/api.ts'
import { useLoaded } from '../../../platform/loading/index.ts'
import { useQuery } from '../../../platform/navigation/index.ts'
import { withSearchToken } from '../../../platform/search-token/index.ts'
import { eventSearch } from '../../../platform/storage/index.ts'

const pageSize = 30

/** Selects whose videos come first: by start number, by text, or of the runner who was found; undefined for no preference. */
export type Whose =
  | { readonly by: 'number'; readonly label: string }
  | { readonly by: 'word'; readonly label: string }
  | { readonly by: 'runner'; readonly label: string }
  | undefined

/** Reads from the address whose videos are wanted, else from the last search of the event. */
export function useWhose({ eventId }: Event): Whose {
  const query = useQuery()
  if (query.has('all')) return undefined
  const [number, word] = [query.get('number'), query.get('q')]
  if (number) return { by: 'number', label: number }
  if (word) return { by: 'word', label: word }
  const last = eventSearch(eventId).last.read()
  if (last?.by === 'number') return { by: 'number', label: last.number }
  if (last?.by === 'surname') return { by: 'word', label: last.surname }
  return last?.by === 'competitor' ? { by: 'runner', label: last.label } : undefined
}

interface MoreVideos {
  readonly key: string
  readonly items: readonly Video[]
  readonly state: 'ready' | 'loading' | 'failed'
  /** Identifies the first video of the latest page. */
  readonly freshId: string | undefined
}

/** Loads the videos of an event page by page: those of a runner first, then those of the whole event. */
export function useVideos({ eventId, albumId }: Event, whose: Whose) {
  const key = `${albumId} ${whose?.by ?? ''} ${whose?.label ?? ''}`
  const load = (offset: number, signal?: AbortSignal) =>
    withSearchToken(eventId, whose?.by === 'runner' ? 'person' : 'event', (token) =>
      request(listVideos, {
        query: {
          albumId,
          myStartNumber: whose?.by === 'number' ? whose.label : undefined,
          searchString: whose?.by === 'word' ? whose.label : undefined,
          offset,
          count: pageSize,
        },
        token,
        signal,
      }),
    )
  const first = useLoaded(key, (signal) => load(0, signal))
  const [more, setMore] = useState<MoreVideos>()
  const later = more?.key === key ? more : undefined
  const items = [...(first.value?.items ?? []), ...(later?.items ?? [])]
  const total = first.value?.total ?? 0

  useEffect(() => {
    if (later?.state !== 'loading') return undefined
    const controller = new AbortController()
    load(items.length, controller.signal).then(
      (page) => {
        if (controller.signal.aborted) return
        const known = new Set(items.map(({ videoId }) => videoId))
        const fresh = page.items.filter(({ videoId }) => !known.has(videoId))
        setMore({ key, items: [...later.items, ...fresh], state: 'ready', freshId: fresh[0]?.videoId })
      },
      () => {
        if (!controller.signal.aborted) setMore({ ...later, state: 'failed' })
      },
    )
    return () => controller.abort()
    // oxlint-disable-next-line react/exhaustive-deps -- one request for each change to `loading`
  }, [later?.state, key])

  return {
    first,
    items,
    total,
    hasMore: items.length < total,
    more: later?.state ?? 'ready',
    freshId: later?.freshId,
    loadMore: () => setMore({ key, items: later?.items ?? [], state: 'loading', freshId: undefined }),
  }
}
