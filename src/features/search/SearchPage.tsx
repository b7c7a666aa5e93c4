import { useEffect, useRef, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { isApiError } from '../../lib/api.ts'
import { useErrorText } from '../../platform/errors/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { useNavigate, useParams, usePath, useQuery, useTitle } from '../../platform/navigation/index.ts'
import { startSearch } from '../../platform/search-token/index.ts'
import { eventSearch, type LastSearch } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import {
  AsOf,
  EventRows,
  EventRowsSkeleton,
  useEvent,
  useEventSearch,
  useNewestEvents,
} from '../events/index.ts'
import { FindByWord, isNumber } from './FindByWord.tsx'
import { awaitResults, Results } from './LateResults.tsx'
import { ResultsSkeleton } from './ResultsSkeleton.tsx'
import { Waiting } from './Waiting.tsx'

/** `/search` finds an event; `/search/:id/:number` shows the photos of a start number, or of a surname. */
export function SearchPage() {
  const { id, number } = useParams<{ id?: string; number?: string }>()
  const video = usePath().endsWith('/video')
  if (id && number) return <ByWord eventId={id} word={decodeURIComponent(number).trim()} video={video} />
  return <FindEvent />
}

const sameSearch = (one: LastSearch | null, other: LastSearch) =>
  JSON.stringify(one) === JSON.stringify(other)

/** One redo of what the service fell over; a second failure is told. */
async function search(eventId: string, wanted: LastSearch): Promise<void> {
  try {
    await startSearch(eventId, wanted)
  } catch (error) {
    if (!isApiError(error, 'Unexpected')) throw error
    await startSearch(eventId, wanted)
  }
}

function ByWord(props: { eventId: string; word: string; video: boolean }) {
  const { eventId, word, video } = props
  const text = useText()
  const navigate = useNavigate()
  const event = useEvent(eventId)
  const wanted: LastSearch = isNumber(word)
    ? { by: 'number', number: word }
    : { by: 'surname', surname: word }
  const found = useLoaded(`${eventId} ${word}`, async () => {
    const { last, token } = eventSearch(eventId)
    // what was searched the last time is still there: a reload asks for nothing
    if (sameSearch(last.read(), wanted) && token.read()) return
    await search(eventId, wanted)
  })
  useEffect(awaitResults, [])
  useTitle(text(wanted.by === 'number' ? 'search.titleNumber' : 'search.titleWord', { number: word }))
  const ready = found.state === 'ready' && event.value
  useEffect(() => {
    if (ready && video)
      navigate(`/event/${eventId}/video?number=${encodeURIComponent(word)}`, { replace: true })
  }, [ready, video, eventId, word, navigate])

  const error =
    found.state === 'failed'
      ? found.error
      : event.state === 'failed' && !event.value
        ? event.error
        : undefined
  const retry = () => {
    found.reload()
    event.reload()
  }
  if (isApiError(error, 'NoResponse', 'Overloaded')) {
    return (
      <Waiting word={word} error={error} onRetry={retry}>
        <Elsewhere event={event.value} />
      </Waiting>
    )
  }
  if (error !== undefined) return <NotFound word={word} event={event.value} error={error} onRetry={retry} />
  if (!ready || video) return <ResultsSkeleton />
  return <Results event={ready} last={wanted} />
}

function Elsewhere({ event }: { event: Event | undefined }) {
  return (
    <Button kind="outline" href={event ? `/event/${event.eventId}` : '/search'}>
      <Text id={event ? 'search.allPhotos' : 'search.otherEvent'} />
    </Button>
  )
}

interface NotFoundProps {
  word: string
  event: Event | undefined
  error: unknown
  onRetry: () => void
}

function NotFound({ word, event, error, onRetry }: NotFoundProps) {
  const errorText = useErrorText()
  const wrongWord = isApiError(error, 'BibInvalid', 'CompetitorNotFound')
  return (
    <div className="wrap py-8 lg:py-14" role="alert">
      <EmptyState
        level={1}
        title={<Text id={wrongWord ? 'search.nothing.title' : 'search.failed.title'} />}
        actions={
          <>
            {!wrongWord && (
              <Button icon="reload" onClick={onRetry}>
                <Text id="search.failed.retry" />
              </Button>
            )}
            <Elsewhere event={event} />
          </>
        }
      >
        {errorText(error)}
      </EmptyState>
      {event && (
        <div className="mt-8 max-w-[26rem]">
          <FindByWord event={event} word={word} />
        </div>
      )}
    </div>
  )
}

const shownAtOnce = 50

function FindEvent() {
  const text = useText()
  const navigate = useNavigate()
  const query = useQuery()
  const [typed, setTyped] = useState(query.get('q') ?? '')
  const field = useRef<HTMLInputElement>(null)
  const found = useEventSearch(typed, shownAtOnce)
  const newest = useNewestEvents()
  const all = typed.trim() === ''
  const { state, value } = all ? newest : found
  useTitle(text('search.events.title'))
  useEffect(() => {
    if (found.settled)
      navigate(found.wanted ? `/search?q=${encodeURIComponent(found.wanted)}` : '/search', { replace: true })
  }, [found.settled, found.wanted, navigate])
  return (
    <div className="wrap py-6 lg:py-10">
      <h1 className="display-d1">
        <Text id="search.events.title" />
      </h1>
      <form role="search" className="mt-5 max-w-[34rem]" onSubmit={(press) => press.preventDefault()}>
        <SearchField
          ref={field}
          label={text('search.events.label')}
          placeholder={text('search.events.placeholder')}
          clearLabel={text('search.events.clear')}
          value={typed}
          onChange={setTyped}
          maxLength={200}
        />
      </form>
      <p role="status" className="mt-4 mb-2 text-sm text-ink-2">
        {value && (found.settled || all) && (
          <Text id="search.events.count" values={{ count: value.total, all: all ? 'yes' : 'no' }} />
        )}
        {all && <AsOf on={newest.savedOn} className="ml-3 text-xs whitespace-nowrap lining-nums" />}
        {state === 'failed' && !value && <Text id="search.events.failed" />}
      </p>
      {value ? (
        <div className="max-w-[46rem]">
          <EventRows events={value.items} />
        </div>
      ) : (
        state === 'loading' && (
          <div className="max-w-[46rem]" aria-busy="true">
            <EventRowsSkeleton count={4} />
          </div>
        )
      )}
    </div>
  )
}
