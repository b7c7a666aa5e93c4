import { useEffect } from 'react'
import { type Event, getEvent, getNextHomePage, homePageSize, listEvents } from '../../../contract/events.ts'
import { createNoResponseError, request, requestWithHeaders } from '../../lib/api.ts'
import { readCachedAt } from '../../lib/cached-at.ts'
import { isSlowLink } from '../../lib/link.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { type LoadState, useLoaded } from '../../platform/loading/index.ts'
import { useConnection } from '../../platform/offline/index.ts'
import { getSavedTime, readSavedEvent, readSavedEvents, saveEvent, saveEvents } from './saved-events.ts'

/** Returns when the shown data was read, ms; undefined while it is fresh or while fresher data is being loaded. */
export function useCachedSince(
  { state }: LoadState<unknown>,
  savedOn: number | undefined,
): number | undefined {
  const connection = useConnection()
  const isPending = state === 'loading' && connection === 'online'
  return state === 'ready' || isPending ? undefined : savedOn
}

interface NewestEvents {
  items: readonly Event[]
  total: number
  withPhotos?: number
}

/**
 * Reads the newest events and saves them. Where most of them are upcoming, reads on to the nearest one and to some past ones.
 *
 * @throws ApiError NoResponse, also when only a cached copy was available; it is saved if no list was saved before
 */
export async function loadNewestEvents(signal?: AbortSignal): Promise<NewestEvents> {
  const result = await requestWithHeaders(listEvents, { query: { count: homePageSize }, signal })
  const on = readCachedAt(result.headers)
  const { total, withPhotos } = result.answer
  const items = await loadFurtherEvents(result.answer, signal)
  const newest = { items, total, withPhotos }
  // events opened by their links are saved too; without a total no list has been saved yet
  if (on === undefined || !readSavedEvents()?.total) saveEvents(newest, on)
  if (on !== undefined) throw createNoResponseError('a copy')
  return newest
}

/** Returns the events of the first page and of those that home needs besides; without an answer, those that are there. */
async function loadFurtherEvents(first: NewestEvents, signal?: AbortSignal): Promise<readonly Event[]> {
  const items = [...first.items]
  for (;;) {
    const query = getNextHomePage({ items, total: first.total }, new Date())
    if (!query) return items
    const page = await request(listEvents, { query, signal }).catch(() => undefined)
    // events that were published in between repeat some
    const known = new Set(items.map(({ eventId }) => eventId))
    const added = page?.items.filter(({ eventId }) => !known.has(eventId)) ?? []
    if (added.length === 0) return items
    items.push(...added)
  }
}

/** Returns the newest events: those of the last visit until they are loaded, and when offline. */
export function useNewestEvents() {
  const { language } = useLanguage()
  const savedList = readSavedEvents() ?? undefined
  const loaded = useLoaded(
    `newest ${language}`,
    loadNewestEvents,
    savedList && { ...savedList, items: savedList.items.slice(0, savedList.listedCount) },
  )
  return { ...loaded, savedOn: useCachedSince(loaded, savedList?.on) }
}

const pollIntervalInMs = 15_000
/** Limits how often an event is read on a slow connection: not again within this time. */
const freshForInMs = 60_000
/** The language in which this page has read an event, by event. */
const languageByEvent = new Map<string, string>()

/** Returns one event. Polls while its photos are being processed and the page is visible. */
export function useEvent(eventId: string) {
  const { language } = useLanguage()
  const saved = readSavedEvent(eventId)
  const savedOn = getSavedTime(eventId)
  const loaded = useLoaded(
    `${language} ${eventId}`,
    async (signal) => {
      const isFresh = Date.now() - (savedOn ?? 0) < freshForInMs && languageByEvent.get(eventId) === language
      if (saved && isFresh && isSlowLink()) return saved
      const { answer, headers } = await requestWithHeaders(getEvent, { params: { eventId }, signal })
      const on = readCachedAt(headers)
      if (on === undefined || !readSavedEvent(eventId)) saveEvent(answer, on)
      if (on !== undefined) throw createNoResponseError('a copy')
      languageByEvent.set(eventId, language)
      return answer
    },
    saved,
  )
  const { reload } = loaded
  const processing = loaded.value?.processing
  const isProcessing = processing !== undefined && processing.photosReady < processing.photosTotal
  useEffect(() => {
    if (!isProcessing) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) reload()
    }, pollIntervalInMs)
    return () => clearInterval(timer)
  }, [isProcessing, reload])
  return { ...loaded, savedOn: useCachedSince(loaded, savedOn) }
}
