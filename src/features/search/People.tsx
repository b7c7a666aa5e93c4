import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { isApiError } from '../../lib/api.ts'
import { formatCount } from '../../lib/count.ts'
import { reportError } from '../../platform/errors/index.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { useNavigate } from '../../platform/navigation/index.ts'
import { startSearch } from '../../platform/search-token/index.ts'
import type { LastSearch } from '../../platform/storage/index.ts'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import { isSame, type Person, peopleShelf, withoutPerson, withPerson } from './people.ts'

/** Remembers whose photos are on the page, so that she is found again after somebody else was. */
export function useRememberPerson(eventId: string, person: Person): void {
  const told = JSON.stringify(person)
  useEffect(() => {
    const shelf = peopleShelf(eventId)
    const before = shelf.read()
    const after = withPerson(before, JSON.parse(told) as Person)
    if (after !== before) shelf.write(after)
  }, [eventId, told])
}

/** Everybody who was found in the event on this device; what is chosen of all of them goes into one cart. */
export function People({ event, last }: { event: Event; last: LastSearch }) {
  const text = useText()
  const { language } = useLanguage()
  const navigate = useNavigate()
  const { eventId } = event
  const people = useAtomValue(peopleShelf(eventId).atom)
  const [busy, setBusy] = useState(false)
  if (people.length < 2) return null

  const show = async (wanted: LastSearch) => {
    if (wanted.by === 'number') return navigate(`/search/${eventId}/${encodeURIComponent(wanted.number)}`)
    if (wanted.by === 'surname') return navigate(`/search/${eventId}/${encodeURIComponent(wanted.surname)}`)
    setBusy(true)
    try {
      await startSearch(eventId, wanted)
      navigate(`/event/${eventId}/my`)
    } catch (error) {
      // her selfie has run out: she is found by another, or by her number
      if (isApiError(error, 'SelfieNotFound', 'CompetitorNotFound')) {
        const shelf = peopleShelf(eventId)
        shelf.write(withoutPerson(shelf.read(), wanted))
      }
      reportError(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <ChipRow label={text('search.people')} className="pb-3">
      {people.map((person) => (
        <Chip
          key={JSON.stringify(person.last)}
          selected={isSame(person.last, last)}
          count={formatCount(person.count, language)}
          aria-disabled={busy}
          onClick={() => !busy && void show(person.last)}
        >
          {person.thumbUrl ? <img src={person.thumbUrl} alt="" className="size-8 object-cover" /> : null}
          {person.label || <Text id="search.people.bySelfie" />}
        </Chip>
      ))}
    </ChipRow>
  )
}
