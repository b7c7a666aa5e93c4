import { useEffect, useState } from 'react'
import { isOnDay, parseDateQuery } from '../../../contract/date-query.ts'
import { type Event, listEvents } from '../../../contract/events.ts'
import { isApiError, request } from '../../lib/api.ts'
import { isSlowLink } from '../../lib/link.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { readSavedEvents } from './saved-events.ts'

const pauseInMs = 250
/** Extends the pause on a slow connection, where each request for an incomplete word delays that for the complete one. */
const slowPauseInMs = 900

/** Returns the debounced text. */
export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(text), isSlowLink() ? slowPauseInMs : pauseInMs)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}

export interface FoundEvents {
  items: readonly Event[]
  total: number
  /** Marks a result from the saved events, because there is no network. */
  offline: boolean
}

/** Finds events by name or city. An empty text finds nothing. */
export function useEventSearch(typed: string, count: number) {
  const { language } = useLanguage()
  const searchText = useDebounced(typed.trim())
  const found = useLoaded<FoundEvents>(
    searchText === '' ? null : `${language} ${count} ${searchText}`,
    async (signal) => {
      try {
        const { items, total } = await request(listEvents, {
          query: { searchString: searchText, count },
          signal,
        })
        return { items, total, offline: false }
      } catch (error) {
        if (!isApiError(error, 'NoResponse')) throw error
        const items = findSavedEvents(readSavedEvents()?.items ?? [], searchText)
        return { items: items.slice(0, count), total: items.length, offline: true }
      }
    },
  )
  return { ...found, searchText, isCurrent: searchText === typed.trim() }
}

const normalizeText = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Returns the saved events whose title or city contains every typed word. Where the text contains a date, events of that
 * day match with the remaining words.
 */
export function findSavedEvents(events: readonly Event[], typed: string): Event[] {
  const date = parseDateQuery(typed)
  return events.filter((event) => {
    const text = normalizeText(`${event.title} ${event.city}`)
    const matchesWords = (typedWords: string) =>
      normalizeText(typedWords)
        .split(/\s+/)
        .every((word) => text.includes(word))
    return (
      matchesWords(typed) || (date !== undefined && isOnDay(date, event.localDay) && matchesWords(date.rest))
    )
  })
}
