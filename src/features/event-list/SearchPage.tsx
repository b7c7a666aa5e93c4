import { useEffect, useState } from 'react'
import { encodePart } from '../../../contract/uri.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { useNavigate, useQuery, useTitle } from '../../platform/navigation/index.ts'
import { LastUpdated } from '../events/index.ts'
import { EventList, EventSearchField } from './EventList.tsx'
import { useEventList } from './use-event-list.ts'

/** Renders `/search`, which finds an event. */
export function SearchPage() {
  const text = useText()
  const navigate = useNavigate()
  const query = useQuery()
  const [typed, setTyped] = useState(query.get('q') ?? '')
  const list = useEventList(typed)
  const { isCurrent, searchText } = list
  useTitle(text('eventList.title'))
  useEffect(() => {
    if (isCurrent) navigate(searchText ? `/search?q=${encodePart(searchText)}` : '/search', { replace: true })
  }, [isCurrent, searchText, navigate])
  return (
    <div className="wrap py-6 lg:py-10">
      <h1 className="display-d1">
        <Text id="eventList.title" />
      </h1>
      <EventSearchField className="mt-5 max-w-[34rem]" typed={typed} onType={setTyped} />
      <p role="status" className="mt-4 mb-2 text-sm text-ink-2">
        {list.items && isCurrent && (
          <Text id="eventList.count" values={{ count: list.total, all: searchText === '' ? 'yes' : 'no' }} />
        )}
        <LastUpdated on={list.savedOn} className="ml-3 text-xs whitespace-nowrap lining-nums" />
        {list.state === 'failed' && !list.items && <Text id="eventList.failed" />}
      </p>
      <EventList list={list} columns />
    </div>
  )
}
