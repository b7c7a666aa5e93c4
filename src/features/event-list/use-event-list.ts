import { atom, useAtom } from 'jotai'
import { useState } from 'react'
import { type Event, listEvents } from '../../../contract/events.ts'
import { request } from '../../lib/api.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { readSavedEvents, saveMoreEvents, useEventSearch, useNewestEvents } from '../events/index.ts'

const pageSize = 20

/** Stores the further pages of one list. Outlives the page that shows them, so that back navigation restores them. */
const furtherPagesAtom = atom<{ key: string; items: readonly Event[] }>({ key: '', items: [] })

export interface EventList {
  state: 'loading' | 'ready' | 'failed'
  /** Absent until the first page is known. */
  items?: readonly Event[]
  /** The total number of events, as far as known. */
  total: number
  error: unknown
  reload: () => void
  /** Whether the search for this text has been answered; true for the list of all events. */
  isCurrent: boolean
  /** The text of the displayed search; empty for all events. */
  searchText: string
  /** When a cached list of an earlier visit was read, ms. */
  savedOn: number | undefined
  /** Loads the next page. Resolves when it is shown or has failed. */
  loadMore: () => Promise<void>
  moreState: 'idle' | 'loading' | 'failed'
}

/** Returns events that match the typed text, or all of them, page by page. Offline, returns those loaded before. */
export function useEventList(typed: string): EventList {
  const { language } = useLanguage()
  const newest = useNewestEvents()
  const search = useEventSearch(typed, pageSize)
  const [furtherPages, setFurtherPages] = useAtom(furtherPagesAtom)
  const [moreState, setMoreState] = useState<EventList['moreState']>('idle')
  const isAll = typed.trim() === ''
  const first = isAll ? newest : search
  const key = `${language} ${isAll ? '' : search.searchText}`
  const loaded = furtherPages.key === key ? furtherPages.items : []
  const savedItems = isAll && newest.state === 'failed' ? (readSavedEvents()?.items ?? []) : []
  const items = first.value && removeDuplicates([...first.value.items, ...loaded, ...savedItems])

  const loadMore = async () => {
    if (!items || moreState === 'loading') return
    setMoreState('loading')
    try {
      const query = {
        ...(!isAll && { searchString: search.searchText }),
        offset: first.value ? removeDuplicates([...first.value.items, ...loaded]).length : 0,
        count: pageSize,
      }
      const page = await request(listEvents, { query })
      if (isAll) saveMoreEvents(page.items)
      setFurtherPages({ key, items: [...loaded, ...page.items] })
      setMoreState('idle')
    } catch {
      setMoreState('failed')
    }
  }

  return {
    state: first.state,
    items,
    total: Math.max(first.value?.total ?? 0, items?.length ?? 0),
    error: first.state === 'failed' ? first.error : undefined,
    reload: first.reload,
    isCurrent: isAll || (search.isCurrent && search.state !== 'loading'),
    searchText: isAll ? '' : search.searchText,
    savedOn: isAll ? newest.savedOn : undefined,
    loadMore,
    moreState,
  }
}

/** Removes duplicates: a page may repeat events when new ones were published in between. */
function removeDuplicates(events: readonly Event[]): Event[] {
  return [...new Map(events.map((event) => [event.eventId, event])).values()]
}
