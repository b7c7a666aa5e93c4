import { useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { dayParts } from '../../lib/time.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { PartNotLoaded } from '../../platform/loading/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { DateBib } from '../../ui/Bib.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useEventSearch, useNewestEvents } from '../events/index.ts'

const shownAtMost = 20

/** For the photos of which event the codes are: the newest ones, and any other by its name. */
export function ChooseEvent() {
  const text = useText()
  const [typed, setTyped] = useState('')
  const newest = useNewestEvents()
  const found = useEventSearch(typed, shownAtMost)
  const isSearch = typed.trim() !== ''
  const list = isSearch ? found : newest
  return (
    <div className="wrap narrow py-6 lg:py-11">
      <h1 className="display-d1">
        <Text id="gifts.title" />
      </h1>
      <p className="mt-3 text-ink-2">
        <Text id="gifts.lead" />
      </p>
      <SearchField
        className="mt-6"
        label={text('gifts.which')}
        placeholder={text('gifts.which.placeholder')}
        clearLabel={text('gifts.which.clear')}
        value={typed}
        onChange={setTyped}
        maxLength={200}
      />
      <div className="mt-4" role="status">
        {isSearch && found.settled && found.value?.items.length === 0 && (
          <p className="text-sm text-ink-2">
            <Text id="gifts.which.nothing" />
          </p>
        )}
      </div>
      {list.value ? (
        <Events events={list.value.items} />
      ) : list.state === 'failed' ? (
        <PartNotLoaded error={list.error} onRetry={list.reload} />
      ) : (
        <div className="grid gap-3" aria-busy="true">
          {[0, 1, 2].map((row) => (
            <Skeleton key={row} height={72} />
          ))}
        </div>
      )}
    </div>
  )
}

function Events({ events }: { events: readonly Event[] }) {
  const { language } = useLanguage()
  if (events.length === 0) return null
  return (
    <ul className="border-b border-line">
      {events.map(({ eventId, title, city, localDay }) => {
        const { day, month } = dayParts(localDay, language)
        return (
          <li key={eventId} className="border-t border-line">
            <AppLink href={`/gift/${eventId}`} className="flex min-h-22 items-center gap-3.5 py-3.5">
              <DateBib size="row" day={day} month={month} dateTime={localDay} />
              <span className="min-w-0 flex-1">
                <span className="block leading-[1.22] font-bold">{title}</span>
                <span className="block text-sm text-ink-2">{city}</span>
              </span>
              <Icon name="right" />
            </AppLink>
          </li>
        )
      })}
    </ul>
  )
}
