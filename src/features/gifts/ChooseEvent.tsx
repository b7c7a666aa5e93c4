import { useState } from 'react'
import { Text } from '../../platform/language/index.ts'
import { PartNotLoaded } from '../../platform/loading/index.ts'
import { EventList, EventSearchField, useEventList } from '../event-list/index.ts'

/** Selects the event of the gift codes, from the list or by name. */
export function ChooseEvent() {
  const [typed, setTyped] = useState('')
  const list = useEventList(typed)
  return (
    <div className="wrap narrow py-6 lg:py-11">
      <h1 className="display-d1">
        <Text id="gifts.title" />
      </h1>
      <p className="mt-3 text-ink-2">
        <Text id="gifts.lead" />
      </p>
      <EventSearchField className="mt-6" typed={typed} onType={setTyped} />
      <p role="status" className="mt-4 text-sm text-ink-2">
        {list.items?.length === 0 && list.isCurrent && list.searchText !== '' && (
          <Text id="eventList.nothing" />
        )}
      </p>
      {list.state === 'failed' && !list.items ? (
        <PartNotLoaded error={list.error} onRetry={list.reload} />
      ) : (
        <EventList list={list} getHref={({ eventId }) => `/gift/${eventId}`} />
      )}
    </div>
  )
}
