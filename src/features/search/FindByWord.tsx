import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isBib } from '../../../contract/bib.ts'
import { type Competitor, searchCompetitors } from '../../../contract/competitors.ts'
import type { Event } from '../../../contract/events.ts'
import { encodePart } from '../../../contract/uri.ts'
import { request } from '../../lib/api.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { useNavigate } from '../../platform/navigation/index.ts'
import { Button } from '../../ui/Button.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { distanceIn, Suggestion, useDebounced } from '../events/index.ts'

const shownRunners = 5

interface Props {
  event: Event
  /** Prefills the field with the text of a search without results. */
  word?: string
  onFound?: () => void
  /** Focuses the field on mount, for a sheet that was opened to type. */
  focusField?: boolean
}

/** Finds a runner's photos by start number or surname, with the start list's suggestions. */
export function FindByWord({ event, word = '', onFound, focusField = false }: Props) {
  const text = useText()
  const navigate = useNavigate()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focusField) field.current?.focus()
  }, [focusField])
  const [typed, setTyped] = useState(word)
  const [active, setActive] = useState(-1)
  // opens the suggestions of the start list: an incomplete surname had no results
  const [open, setOpen] = useState(word !== '')
  const [error, setError] = useState<string>()
  const { numberSearch, surnameSearch } = event.features
  const runners = useRunners(event, typed)
  const shown = open && runners.length > 0

  if (!numberSearch && !surnameSearch) {
    return (
      <p className="text-sm text-ink-2">
        <Text id="search.nothing.numberLater" />
      </p>
    )
  }
  // the search text is in the URL, so that a search without a network survives a reload
  const search = (wanted: string) => {
    onFound?.()
    navigate(`/search/${event.eventId}/${encodePart(wanted)}`)
  }
  const submit = (press: FormEvent) => {
    press.preventDefault()
    const wanted = typed.trim()
    const runner = shown ? runners[active] : undefined
    if (runner) search(runner.number)
    else if (wanted === '') setError(text('search.byWord.empty'))
    else if (!isBib(wanted) && wanted.length < 2) setError(text('search.byWord.short'))
    else search(wanted)
  }
  const onKeyDown = (press: KeyboardEvent) => {
    if (!shown) return
    if (press.key === 'Escape') setOpen(false)
    else if (press.key === 'ArrowDown') setActive((active + 1) % runners.length)
    else if (press.key === 'ArrowUp') setActive(active <= 0 ? runners.length - 1 : active - 1)
    else return
    press.preventDefault()
    press.stopPropagation()
  }
  return (
    <form role="search" onSubmit={submit} noValidate>
      <TextField
        ref={field}
        label={text(surnameSearch ? 'search.byWord.label' : 'search.byWord.labelNumber')}
        placeholder={text('search.byWord.placeholder')}
        value={typed}
        error={error}
        figures={typed === '' || isBib(typed)}
        maxLength={60}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(change) => {
          setTyped(change.target.value)
          setError(undefined)
          setActive(-1)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={shown}
        aria-controls={listId}
        aria-activedescendant={active >= 0 ? `${listId}-${active}` : undefined}
      />
      <div id={listId} role="listbox" aria-label={text('search.byWord.runners')}>
        {shown &&
          runners.map((runner, at) => (
            <Runner
              key={runner.competitorId}
              id={`${listId}-${at}`}
              runner={runner}
              active={at === active}
              onChoose={() => search(runner.number)}
            />
          ))}
      </div>
      <Button type="submit" full className="mt-3">
        <Text id="search.byWord.find" />
      </Button>
    </form>
  )
}

function useRunners(event: Event, typed: string): readonly Competitor[] {
  const wanted = useDebounced(typed.trim())
  const { competitorsListId, counts } = event
  const tooShort = isBib(wanted) ? wanted === '' : wanted.length < 2
  const found = useLoaded(
    counts.competitors === 0 || tooShort ? null : `${competitorsListId} ${wanted}`,
    async (signal) => {
      const query = { competitorsListId, search: wanted }
      return (await request(searchCompetitors, { query, signal })).items
    },
  )
  // suggestions are optional: the search works without them
  return typed.trim() === wanted ? (found.value ?? []).slice(0, shownRunners) : []
}

function Runner(props: { id: string; runner: Competitor; active: boolean; onChoose: () => void }) {
  const { id, runner, active, onChoose } = props
  const { language } = useLanguage()
  return (
    <Suggestion id={id} active={active} onChoose={onChoose}>
      <b className="display min-w-16 flex-none text-[26px] lining-nums">{runner.number}</b>
      <span className="min-w-0 flex-1 text-sm leading-tight">
        <span className="block font-semibold">
          {runner.surname} {runner.firstName}
        </span>
        {runner.distance && <span className="block text-ink-2">{distanceIn(language, runner.distance)}</span>}
      </span>
    </Suggestion>
  )
}
