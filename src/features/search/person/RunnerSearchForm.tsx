import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { isBib } from '../../../../contract/bib.ts'
import { type Competitor, searchCompetitors } from '../../../../contract/competitors.ts'
import type { Event } from '../../../../contract/events.ts'
import { encodePart } from '../../../../contract/uri.ts'
import { request } from '../../../lib/api.ts'
import { Text, useLanguage, useText } from '../../../platform/language/index.ts'
import { useLoaded } from '../../../platform/loading/index.ts'
import { useNavigate } from '../../../platform/navigation/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { TextField } from '../../../ui/form/TextField.tsx'
import { formatDistance, Suggestion, useDebounced } from '../../events/index.ts'

const maxSuggestions = 5

interface Props {
  event: Event
  /** Prefills the field with the text of a search without results. */
  initialText?: string
  onFound?: () => void
  /** Focuses the field on mount, for a sheet that was opened to type. */
  focusField?: boolean
}

/** Finds a runner's photos by start number or surname, with the start list's suggestions. */
export function RunnerSearchForm({ event, initialText = '', onFound, focusField = false }: Props) {
  const text = useText()
  const navigate = useNavigate()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (focusField) field.current?.focus()
  }, [focusField])
  const [typedText, setTypedText] = useState(initialText)
  const [activeIndex, setActiveIndex] = useState(-1)
  // opens the suggestions of the start list: an incomplete surname had no results
  const [open, setOpen] = useState(initialText !== '')
  const [error, setError] = useState<string>()
  const { numberSearch, surnameSearch } = event.features
  const suggestions = useRunnerSuggestions(event, typedText)
  const areSuggestionsShown = open && suggestions.length > 0

  if (!numberSearch && !surnameSearch) {
    return (
      <p className="text-sm text-ink-2">
        <Text id="search.nothing.numberLater" />
      </p>
    )
  }
  // the search text is in the URL, so that a search without a network survives a reload
  const search = (searchText: string) => {
    onFound?.()
    navigate(`/search/${event.eventId}/${encodePart(searchText)}`)
  }
  const submit = (domEvent: FormEvent) => {
    domEvent.preventDefault()
    const searchText = typedText.trim()
    const runner = areSuggestionsShown ? suggestions[activeIndex] : undefined
    if (runner) search(runner.number)
    else if (searchText === '') setError(text('search.byWord.empty'))
    else if (!isBib(searchText) && searchText.length < 2) setError(text('search.byWord.short'))
    else search(searchText)
  }
  const onKeyDown = (domEvent: KeyboardEvent) => {
    if (!areSuggestionsShown) return
    if (domEvent.key === 'Escape') setOpen(false)
    else if (domEvent.key === 'ArrowDown') setActiveIndex((activeIndex + 1) % suggestions.length)
    else if (domEvent.key === 'ArrowUp')
      setActiveIndex(activeIndex <= 0 ? suggestions.length - 1 : activeIndex - 1)
    else return
    domEvent.preventDefault()
    domEvent.stopPropagation()
  }
  return (
    <form role="search" onSubmit={submit} noValidate>
      <TextField
        ref={field}
        label={text(surnameSearch ? 'search.byWord.label' : 'search.byWord.labelNumber')}
        placeholder={text('search.byWord.placeholder')}
        value={typedText}
        error={error}
        largeDigits={typedText === '' || isBib(typedText)}
        maxLength={60}
        autoComplete="off"
        enterKeyHint="search"
        onChange={(changeEvent) => {
          setTypedText(changeEvent.target.value)
          setError(undefined)
          setActiveIndex(-1)
          setOpen(true)
        }}
        onKeyDown={onKeyDown}
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={areSuggestionsShown}
        aria-controls={listId}
        aria-activedescendant={activeIndex >= 0 ? `${listId}-${activeIndex}` : undefined}
      />
      <div id={listId} role="listbox" aria-label={text('search.byWord.runners')}>
        {areSuggestionsShown &&
          suggestions.map((runner, index) => (
            <RunnerSuggestion
              key={runner.competitorId}
              id={`${listId}-${index}`}
              runner={runner}
              active={index === activeIndex}
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

function useRunnerSuggestions(event: Event, typedText: string): readonly Competitor[] {
  const searchText = useDebounced(typedText.trim())
  const { competitorsListId, counts } = event
  const isTooShort = isBib(searchText) ? searchText === '' : searchText.length < 2
  const found = useLoaded(
    counts.competitors === 0 || isTooShort ? null : `${competitorsListId} ${searchText}`,
    async (signal) => {
      const query = { competitorsListId, search: searchText }
      return (await request(searchCompetitors, { query, signal })).items
    },
  )
  // suggestions are optional: the search works without them
  return typedText.trim() === searchText ? (found.value ?? []).slice(0, maxSuggestions) : []
}

function RunnerSuggestion(props: { id: string; runner: Competitor; active: boolean; onChoose: () => void }) {
  const { id, runner, active, onChoose } = props
  const { language } = useLanguage()
  return (
    <Suggestion id={id} active={active} onChoose={onChoose}>
      <b className="display min-w-16 flex-none text-[26px] lining-nums">{runner.number}</b>
      <span className="min-w-0 flex-1 text-sm leading-tight">
        <span className="block font-semibold">
          {runner.surname} {runner.firstName}
        </span>
        {runner.distance && (
          <span className="block text-ink-2">{formatDistance(language, runner.distance)}</span>
        )}
      </span>
    </Suggestion>
  )
}
