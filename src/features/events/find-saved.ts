import { isOnDay, readDate } from '../../../contract/date-words.ts'
import type { Event } from '../../../contract/events.ts'

const fold = (text: string) => text.toLowerCase().replaceAll('ё', 'е')

/** Saved events whose title or city holds every word that was typed, but for those of the event's day. */
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
