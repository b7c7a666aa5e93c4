import { useAtomValue } from 'jotai'
import { useEffect, useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import { encodePart } from '../../../../contract/uri.ts'
import { isApiError } from '../../../lib/api.ts'
import { formatCount } from '../../../lib/format/count.ts'
import { reportError } from '../../../platform/errors/index.ts'
import { Text, useLanguage } from '../../../platform/language/index.ts'
import { useNavigate, usePath } from '../../../platform/navigation/index.ts'
import { startSearch } from '../../../platform/search-token/index.ts'
import type { LastSearch } from '../../../platform/storage/index.ts'
import { Chip } from '../../../ui/Chip.tsx'
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

interface Props {
  event: Event
  last: LastSearch
  /** Counts the found photos of the runner on the page. */
  count: number
  selected: boolean
}

/** Renders chips of the runners found in the event on this device. Photos selected of all of them go into one cart. */
export function PeopleChips({ event, last, count, selected }: Props) {
  const path = usePath()
  const { language } = useLanguage()
  const navigate = useNavigate()
  const { eventId } = event
  const people = useAtomValue(getPersistedPeople(eventId).atom)
  const [busy, setBusy] = useState(false)
  if (people.length < 2) {
    return (
      <Chip selected={selected} href={path} count={formatCount(count, language)}>
        <Text id="search.views.mine" />
      </Chip>
    )
  }

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
    const isShown = isSameSearch(person.last, last)
    return (
      <Chip
        key={JSON.stringify(person.last)}
        selected={isShown && selected}
        count={formatCount(isShown ? count : person.count, language)}
        {...(isShown
          ? { href: path }
          : { 'aria-disabled': busy, onClick: () => !busy && void openResults(person.last) })}
      >
        {person.thumbUrl ? <img src={person.thumbUrl} alt="" className="size-8 object-cover" /> : null}
        {person.label || <Text id="search.people.bySelfie" />}
      </Chip>
    )
  })
}
