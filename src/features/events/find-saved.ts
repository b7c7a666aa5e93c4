import { isOnDay, readDate } from '../../../contract/date-words.ts'
import type { Event } from '../../../contract/events.ts'

const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/**
 * Returns the saved events whose title or city contains every typed word. Where the text contains a date, events of that
 * day match with the remaining words.
 */
export function findSaved(events: readonly Event[], typed: string): Event[] {
  const date = readDate(typed)
  return events.filter((event) => {
    const text = fold(`${event.title} ${event.city}`)
    const holds = (typedWords: string) =>
      fold(typedWords)
        .split(/\s+/)
        .every((word) => text.includes(word))
    return holds(typed) || (date !== undefined && isOnDay(date, event.localDay) && holds(date.rest))
  })
}
