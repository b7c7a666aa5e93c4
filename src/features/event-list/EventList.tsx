import { useRef, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { Button } from '../../ui/Button.tsx'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { EventRows, EventRowsSkeleton, findNearestEvents } from '../events/index.ts'
import type { EventList as List } from './use-event-list.ts'

const otherEventCount = 4

interface FieldProps {
  typed: string
  onType: (typed: string) => void
  className?: string
}

/** Renders the search field for events by title or city. */
export function EventSearchField({ typed, onType, className }: FieldProps) {
  const text = useText()
  return (
    <form role="search" className={className} onSubmit={(press) => press.preventDefault()}>
      <SearchField
        label={text('eventList.label')}
        placeholder={text('eventList.placeholder')}
        clearLabel={text('eventList.clear')}
        value={typed}
        onChange={onType}
        maxLength={200}
      />
    </form>
  )
}

interface Props {
  list: List
  /** Limits the list to these events; all of it when absent. */
  items?: readonly Event[]
  /** Limits the other events, which a search without results shows, to these. */
  isOffered?: (event: Event) => boolean
  getHref?: (event: Event) => string
  /** Uses two columns on a wide screen, for pages of full width. */
  columns?: boolean
}

/** Lists events, with a button for the next page. Shows other events when a search has no results. */
export function EventList({ list, items = list.items, isOffered, getHref, columns }: Props) {
  const rows = useRef<HTMLDivElement>(null)
  if (!items) {
    return list.state === 'loading' ? (
      <div aria-busy="true">
        <EventRowsSkeleton count={4} />
      </div>
    ) : null
  }
  const showMore = async () => {
    const countBefore = items.length
    await list.loadMore()
    // the button may be gone: focus the first new row, without scrolling
    requestAnimationFrame(() =>
      rows.current?.querySelectorAll<HTMLElement>('li a')[countBefore]?.focus({ preventScroll: true }),
    )
  }
  const remaining = list.total - (list.items?.length ?? 0)
  return (
    <div ref={rows}>
      {items.length > 0 && <EventRows events={items} getHref={getHref} columns={columns} />}
      {items.length === 0 && list.isCurrent && list.searchText !== '' && (
        <OtherEvents key={list.searchText} isOffered={isOffered} getHref={getHref} columns={columns} />
      )}
      {remaining > 0 && (
        <Button
          kind="outline"
          full
          className="mt-4"
          busy={list.moreState === 'loading'}
          onClick={() => void showMore()}
        >
          <Text id="eventList.more" />
        </Button>
      )}
      <p role="status" className="mt-3 text-sm text-ink-2">
        {list.moreState === 'failed' && <Text id="eventList.failed" />}
      </p>
    </div>
  )
}

/** Lists the known events whose dates are nearest to today. */
function OtherEvents({ isOffered, getHref, columns }: Pick<Props, 'isOffered' | 'getHref' | 'columns'>) {
  const [otherEvents] = useState(() => findNearestEvents(new Date(), otherEventCount, isOffered))
  if (otherEvents.length === 0) return null
  return (
    <section aria-labelledby="other-events">
      <h2 id="other-events" className="display-d2 mt-6 mb-3">
        <Text id="eventList.others" />
      </h2>
      <EventRows events={otherEvents} getHref={getHref} columns={columns} />
    </section>
  )
}
