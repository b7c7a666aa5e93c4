import { type FormEvent, type KeyboardEvent, useId, useRef, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { encodePart } from '../../../contract/uri.ts'
import { splitDay } from '../../lib/format/time.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { useNavigate } from '../../platform/navigation/index.ts'
import { Bib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Note } from '../../ui/feedback/Note.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { SearchField } from '../../ui/form/SearchField.tsx'
import { Suggestion } from './Suggestion.tsx'
import { findNearestEvents } from './saved-events.ts'
import { type FoundEvents, useEventSearch } from './use-event-search.ts'

const maxResults = 4
/** Limits the nearest events that are offered when a search has no results. */
const maxNearest = 2

/** Describes the events with photos: their number, and the title of the newest one. */
export interface ReadyEvents {
  count: number
  title?: string
}

interface Props {
  /** Absent while unknown. */
  ready?: ReadyEvents
  /** Whether another button of the page is the primary one. */
  isSecondary?: boolean
  className?: string
}

function ReadySummary({ ready }: Pick<Props, 'ready'>) {
  if (!ready?.count) return <Text id="events.find.readyUnknown" />
  if (ready.count === 1 && ready.title) return ready.title
  return <Text id="events.find.ready" values={{ count: ready.count }} />
}

/** Renders the search plate, which finds an event by its name or city. */
export function EventFinder({ ready, isSecondary, className }: Props) {
  const text = useText()
  const navigate = useNavigate()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState(true)
  const [active, setActive] = useState(-1)
  const found = useEventSearch(typed, maxResults)
  const [nearest] = useState(() => findNearestEvents(new Date(), maxNearest))
  const hasNoResults = found.isCurrent && found.value?.total === 0 && !found.value.offline
  const items = hasNoResults ? nearest : (found.value?.items ?? [])
  const isListShown = open && typed.trim() !== '' && found.searchText !== ''

  const changeText = (value: string) => {
    setTyped(value)
    setActive(-1)
    setOpen(true)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const searchText = typed.trim()
    const onlyResult =
      !hasNoResults && found.isCurrent && found.state === 'ready' && items.length === 1 ? items[0] : undefined
    const chosen = items[active] ?? onlyResult
    if (searchText === '') field.current?.focus()
    else if (chosen) navigate(`/event/${chosen.eventId}`)
    else navigate(`/search?q=${encodePart(searchText)}`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isListShown) return
    if (event.key === 'Escape') setOpen(false)
    else if (event.key === 'ArrowDown') setActive((active + 1) % Math.max(1, items.length))
    else if (event.key === 'ArrowUp') setActive(active <= 0 ? items.length - 1 : active - 1)
    else return
    event.preventDefault()
  }

  return (
    <Bib
      // the surrounding hero sets the focus ring to white
      className={cx('[--pf-focus:#1349d8]', className)}
      strip={<ReadySummary ready={ready} />}
    >
      <form role="search" className="px-4 pt-3.5 pb-6.5 lg:px-7.5 lg:pb-8.5" onSubmit={submit}>
        <SearchField
          ref={field}
          label={<span className="font-bold">{text('events.find.label')}</span>}
          placeholder={text('events.find.placeholder')}
          clearLabel={text('events.find.clear')}
          value={typed}
          onChange={changeText}
          onKeyDown={onKeyDown}
          maxLength={200}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isListShown && items.length > 0}
          aria-controls={listId}
          aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
        />
        <div role="status" className="text-sm">
          {isListShown && (
            <SearchStatus state={found.state} isCurrent={found.isCurrent} found={found.value} />
          )}
        </div>
        <div id={listId} role="listbox" aria-label={text('events.find.found')}>
          {isListShown && found.value && (
            <Suggestions
              items={items}
              listId={listId}
              active={active}
              onChoose={(eventId) => navigate(`/event/${eventId}`)}
            />
          )}
        </div>
        <Button kind={isSecondary ? 'action' : 'primary'} type="submit" full className="mt-3">
          <Text id="events.find.button" />
        </Button>
      </form>
    </Bib>
  )
}

interface SuggestionsProps {
  items: readonly Event[]
  listId: string
  active: number
  onChoose: (eventId: string) => void
}

function Suggestions({ items, listId, active, onChoose }: SuggestionsProps) {
  const { language } = useLanguage()
  return items.map((event, at) => {
    const { day, month, year } = splitDay(event.localDay, language)
    return (
      <Suggestion
        key={event.eventId}
        id={`${listId}-${at}`}
        active={at === active}
        onChoose={() => onChoose(event.eventId)}
      >
        <span className="w-14 flex-none text-xs font-extrabold text-ink-2 lining-nums">
          <span className="block whitespace-nowrap">
            {day} {month}
          </span>{' '}
          {year}
        </span>
        <span className="min-w-0 flex-1 leading-tight">
          <span className="block font-semibold">{event.title}</span>
          <span className="block text-sm text-ink-2">{event.city}</span>
        </span>
      </Suggestion>
    )
  })
}

function SearchStatus(props: { state: string; isCurrent: boolean; found: FoundEvents | undefined }) {
  const { state, isCurrent, found } = props
  if (state === 'failed')
    return (
      <Note tone="danger" className="mt-2">
        <Text id="events.find.failed" />
      </Note>
    )
  if (!isCurrent || !found) {
    return (
      <span className="block pt-3">
        <span className="sr-only">
          <Text id="events.find.searching" />
        </span>
        <Skeleton text width="70%" />
      </span>
    )
  }
  if (found.total > 0) {
    return (
      <span className={found.offline ? 'block pt-2 text-ink-2' : 'sr-only'}>
        <Text
          id={found.offline ? 'events.find.saved' : 'events.find.count'}
          values={{ count: found.total }}
        />
      </span>
    )
  }
  return (
    <span className="block pt-2 text-ink-2">
      <Text id={found.offline ? 'events.find.nothingSaved' : 'events.find.nothing'} />
    </span>
  )
}
