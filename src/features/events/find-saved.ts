import { isOnDay, parseDateQuery } from '../../../contract/date-query.ts'
import type { Event } from '../../../contract/events.ts'

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
