import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import { encodePart } from '../../../../contract/uri.ts'
import { isApiError } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format/count.ts'
import { reportError } from '../../../platform/errors/index.ts'
import { Text, useLanguage, useText } from '../../../platform/language/index.ts'
import { useNavigate, usePath } from '../../../platform/navigation/index.ts'
import { startSearch } from '../../../platform/search-token/index.ts'
import type { LastSearch } from '../../../platform/storage/index.ts'
import { Chip, ChipRow } from '../../../ui/Chip.tsx'
import { addPerson, getPersistedPeople, isSameSearch, type Person, removePerson } from './people.ts'

/** Remembers the runner on the page, so that their results can be opened again after a search for another runner. */
export function useRememberPerson(eventId: string, person: Person): void {
  const personJson = JSON.stringify(person)
  useEffect(() => {
    const entry = getPersistedPeople(eventId)
    const before = entry.read()
    const after = addPerson(before, JSON.parse(personJson) as Person)
    if (after !== before) entry.write(after)
  }, [eventId, personJson])
}

/** Describes the runner on the page. */
interface ShownPerson {
  last: LastSearch
  /** Counts the found photos of the runner on the page. */
  count: number
  selected: boolean
}

/** Renders chips of the runners found in the event on this device. Photos selected of all of them go into one cart. */
export function PeopleChips({ event, ...shown }: ShownPerson & { event: Event }) {
  const path = usePath()
  const { language } = useLanguage()
  const people = useAtomValue(getPersistedPeople(event.eventId).atom)
  if (people.length < 2) {
    return (
      <Chip selected={shown.selected} href={path} count={formatCount(shown.count, language)}>
        <Text id="search.views.mine" />
      </Chip>
    )
  }
  return <PersonChips event={event} people={people} shown={shown} />
}

/**
 * Lists the runners found in the event on this device, on a page without photos: it has no other way to their results. Renders
 * nothing without any.
 *
 * @param last the search that the page is about, which is left out
 */
export function EarlierPeople({ event, last }: { event: Event; last: LastSearch | undefined }) {
  const text = useText()
  const people = useAtomValue(getPersistedPeople(event.eventId).atom)
  const others = last ? removePerson(people, last) : people
  if (others.length === 0) return null
  return (
    <section className="mt-8" aria-labelledby="earlier-people">
      <h2 id="earlier-people" className="title mb-3">
        <Text id="search.people.earlier" />
      </h2>
      <ChipRow label={text('search.people.earlier')}>
        <PersonChips event={event} people={others} />
      </ChipRow>
    </section>
  )
}

interface PersonChipsProps {
  event: Event
  people: readonly Person[]
  shown?: ShownPerson
}

function PersonChips({ event, people, shown }: PersonChipsProps) {
  const path = usePath()
  const { language } = useLanguage()
  const navigate = useNavigate()
  const { eventId } = event
  const [busy, setBusy] = useState(false)

  const openResults = async (search: LastSearch) => {
    if (search.by === 'number') return navigate(`/search/${eventId}/${encodePart(search.number)}`)
    if (search.by === 'surname') return navigate(`/search/${eventId}/${encodePart(search.surname)}`)
    setBusy(true)
    try {
      await startSearch(eventId, search)
      navigate(`/event/${eventId}/my`)
    } catch (error) {
      // the selfie has expired; another selfie or the number finds the runner again
      if (isApiError(error, 'SelfieNotFound', 'CompetitorNotFound')) {
        const entry = getPersistedPeople(eventId)
        entry.write(removePerson(entry.read(), search))
      }
      reportError(error)
    } finally {
      setBusy(false)
    }
  }
  return people.map((person) => {
    const shownPerson = shown && isSameSearch(person.last, shown.last) ? shown : undefined
    return (
      <Chip
        key={JSON.stringify(person.last)}
        selected={shownPerson?.selected}
        count={formatCount(shownPerson?.count ?? person.count, language)}
        {...(shownPerson
          ? { href: path }
          : { 'aria-disabled': busy, onClick: () => !busy && void openResults(person.last) })}
      >
        {person.thumbUrl ? <img src={person.thumbUrl} alt="" className="size-8 object-cover" /> : null}
        {person.label || <Text id="search.people.bySelfie" />}
      </Chip>
    )
  })
}
