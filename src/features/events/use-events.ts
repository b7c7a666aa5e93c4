import { useEffect } from 'react'
import { getEvent, listEvents } from '../../../contract/events.ts'
import { noResponse, requestWithHeaders } from '../../lib/api.ts'
import { copiedOn } from '../../lib/copies.ts'
import { isSlowLink } from '../../lib/link.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { type Loaded, useLoaded } from '../../platform/loading/index.ts'
import { useConnection } from '../../platform/offline/index.ts'
import { savedEvent, savedEventOn, savedEvents, saveEvent, saveEvents } from './saved-events.ts'

const shownAtHome = 12

/** When what is shown was read, once it is clear that nothing fresher comes soon; ms. */
export function useAge({ state }: Loaded<unknown>, savedOn: number | undefined): number | undefined {
  const connection = useConnection()
  const waits = state === 'loading' && connection === 'online'
  return state === 'ready' || waits ? undefined : savedOn
}

/**
 * Reads the newest events and saves them.
 *
 * @throws ApiError NoResponse also when only a cached copy could be had; it is saved if nothing else is
 */
export async function loadNewestEvents(signal?: AbortSignal) {
  const asked = await requestWithHeaders(listEvents, { query: { count: shownAtHome }, signal })
  const { items, total } = asked.answer
  const on = copiedOn(asked.headers)
  // events seen by their links are saved too; without a total there is no list yet
  if (on === undefined || !savedEvents()?.total) saveEvents(items, total, on)
  if (on !== undefined) throw noResponse('a copy')
  return { items, total }
}

/** The newest events; those of the last visit until they are here, and when there is no network. */
export function useNewestEvents() {
  const { language } = useLanguage()
  const remembered = savedEvents() ?? undefined
  const loaded = useLoaded(
    `newest ${language}`,
    loadNewestEvents,
    remembered && { total: remembered.total, items: remembered.items.slice(0, shownAtHome) },
  )
  return { ...loaded, savedOn: useAge(loaded, remembered?.on) }
}

const lookAgainInMs = 15_000
/** On a slow link an event that was read just now is not read again. */
const freshForInMs = 60_000
/** In which language this page has read an event. */
const readIn = new Map<string, string>()

/** One event; while its photos are being processed it is asked for again, gently and only when seen. */
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
      const on = copiedOn(headers)
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
