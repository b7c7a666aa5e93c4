import { useEffect, useState } from 'react'
import { type Event, listEvents } from '../../../contract/events.ts'
import { isApiError, request } from '../../lib/api.ts'
import { isSlowLink } from '../../lib/link.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { findSaved } from './find-saved.ts'
import { savedEvents } from './saved-events.ts'

const pauseInMs = 250
/** On a slow link every guess at half a word holds up the word. */
const slowPauseInMs = 900

/** Follows a text once the typing pauses. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), isSlowLink() ? slowPauseInMs : pauseInMs)
    return () => clearTimeout(timer)
  }, [text])
  return settled
}

export interface FoundEvents {
  items: readonly Event[]
  total: number
  /** Searched among the saved ones, for want of a network. */
  offline: boolean
}

/** Events by name or city, as typed; an empty text finds nothing. */
export function useEventSearch(typed: string, count: number) {
  const { language } = useLanguage()
  const wanted = useSettled(typed.trim())
  const found = useLoaded<FoundEvents>(
    wanted === '' ? null : `${language} ${count} ${wanted}`,
    async (signal) => {
      try {
        const { items, total } = await request(listEvents, { query: { searchString: wanted, count }, signal })
        return { items, total, offline: false }
      } catch (error) {
        if (!isApiError(error, 'NoResponse')) throw error
        const items = findSaved(savedEvents()?.items ?? [], wanted)
        return { items: items.slice(0, count), total: items.length, offline: true }
      }
    },
  )
  return { ...found, wanted, settled: wanted === typed.trim() }
}
