import { useEffect } from 'react'
import { type Event, getEvent, listEvents } from '../../../contract/events.ts'
import { noResponse, requestWithHeaders } from '../../lib/api.ts'
import { cachedAt } from '../../lib/copies.ts'
import { isSlowLink } from '../../lib/link.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { type Loaded, useLoaded } from '../../platform/loading/index.ts'
import { useConnection } from '../../platform/offline/index.ts'
import { savedEvent, savedEventOn, savedEvents, saveEvent, saveEvents } from './saved-events.ts'

const shownAtHome = 12

/** Returns when the shown data was read, ms; undefined while it is fresh or while fresher data is being loaded. */
export function useAge({ state }: Loaded<unknown>, savedOn: number | undefined): number | undefined {
  const connection = useConnection()
  const waits = state === 'loading' && connection === 'online'
  return state === 'ready' || waits ? undefined : savedOn
}

interface NewestEvents {
  items: readonly Event[]
  total: number
  withPhotos?: number
}

/**
 * Reads the newest events and saves them.
 *
 * @throws ApiError NoResponse, also when only a cached copy was available; it is saved if no list was saved before
 */
export async function loadNewestEvents(signal?: AbortSignal): Promise<NewestEvents> {
  const asked = await requestWithHeaders(listEvents, { query: { count: shownAtHome }, signal })
  const { items, total, withPhotos } = asked.answer
  const on = cachedAt(asked.headers)
  // events opened by their links are saved too; without a total no list has been saved yet
  if (on === undefined || !savedEvents()?.total) saveEvents(asked.answer, on)
  if (on !== undefined) throw noResponse('a copy')
  return { items, total, withPhotos }
}

/** Returns the newest events: those of the last visit until they are loaded, and when offline. */
export function useNewestEvents() {
  const { language } = useLanguage()
  const remembered = savedEvents() ?? undefined
  const loaded = useLoaded(
    `newest ${language}`,
    loadNewestEvents,
    remembered && { ...remembered, items: remembered.items.slice(0, shownAtHome) },
  )
  return { ...loaded, savedOn: useAge(loaded, remembered?.on) }
}

const lookAgainInMs = 15_000
/** Limits how often an event is read on a slow connection: not again within this time. */
const freshForInMs = 60_000
/** The language in which this page has read an event, by event. */
const readIn = new Map<string, string>()

/** Returns one event. Polls while its photos are being processed and the page is visible. */
export function useEvent(eventId: string) {
  const { language } = useLanguage()
  const saved = savedEvent(eventId)
  const savedOn = savedEventOn(eventId)
  const loaded = useLoaded(
    `${language} ${eventId}`,
    async (signal) => {
      const isFresh = Date.now() - (savedOn ?? 0) < freshForInMs && readIn.get(eventId) === language
      if (saved && isFresh && isSlowLink()) return saved
      const { answer, headers } = await requestWithHeaders(getEvent, { params: { eventId }, signal })
      const on = cachedAt(headers)
      if (on === undefined || !savedEvent(eventId)) saveEvent(answer, on)
      if (on !== undefined) throw noResponse('a copy')
      readIn.set(eventId, language)
      return answer
    },
    saved,
  )
  const { reload } = loaded
  const processing = loaded.value?.processing
  const unfinished = processing !== undefined && processing.photosReady < processing.photosTotal
  useEffect(() => {
    if (!unfinished) return undefined
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible' && navigator.onLine) reload()
    }, lookAgainInMs)
    return () => clearInterval(timer)
  }, [unfinished, reload])
  return { ...loaded, savedOn: useAge(loaded, savedOn) }
}
