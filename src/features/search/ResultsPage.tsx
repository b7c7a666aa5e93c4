import { useEffect, useState } from 'react'
import { isBib } from '../../../contract/bib.ts'
import { decodePart, encodePart } from '../../../contract/uri.ts'
import { isApiError } from '../../lib/api.ts'
import { initialData } from '../../lib/initial-data.ts'
import { useText } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { useNavigate, useParams, usePath, useTitle } from '../../platform/navigation/index.ts'
import { startSearch } from '../../platform/search-token/index.ts'
import { eventSearch, type LastSearch } from '../../platform/storage/index.ts'
import { useEvent } from '../events/index.ts'
import { Results } from './Results.tsx'
import { ResultsNotLoaded } from './ResultsNotLoaded.tsx'
import { ResultsSkeleton } from './ResultsSkeleton.tsx'
import { SearchFallback } from './SearchFallback.tsx'
import { Waiting } from './Waiting.tsx'

/** Renders `/search/:id/:number`: the photos of a start number or a surname. */
export function ResultsPage() {
  const { id, number } = useParams<'/search/:id/:number'>()
  const video = usePath().endsWith('/video')
  return <ByWord eventId={id} word={decodePart(number).trim()} video={video} />
}

const isAway = (error: unknown) => isApiError(error, 'NoResponse', 'Overloaded', 'ServiceUnavailable')

const sameSearch = (one: LastSearch | null, other: LastSearch) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Starts a search; retries once after an unexpected error of the service. */
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
  const wanted: LastSearch = isBib(word) ? { by: 'number', number: word } : { by: 'surname', surname: word }
  const found = useLoaded(`${eventId} ${word}`, async () => {
    const { last, token } = eventSearch(eventId)
    // the last search and its token are persisted: a reload sends no request
    if (sameSearch(last.read(), wanted) && token.read()) return
    await search(eventId, wanted)
  })
  useTitle(text(wanted.by === 'number' ? 'search.titleNumber' : 'search.titleWord', { number: word }))
  const searched = found.state === 'ready'
  // the event's videos are also available to runners without photos
  const isAnswered = searched || (found.state === 'failed' && !isAway(found.error))
  const name = wanted.by === 'number' ? 'number' : 'q'
  useEffect(() => {
    if (isAnswered && video)
      navigate(`/event/${eventId}/video?${name}=${encodePart(word)}`, { replace: true })
  }, [isAnswered, video, eventId, name, word, navigate])
  // the server-rendered results are shown until the search is done
  const [cameWithPage] = useState(() => !video && isServerRendered(eventId, word))

  const error =
    found.state === 'failed' && !(cameWithPage && isAway(found.error))
      ? found.error
      : event.state === 'failed' && !event.value
        ? event.error
        : undefined
  const retry = () => {
    found.reload()
    event.reload()
  }
  if (isAway(error)) {
    return (
      <Waiting word={word} error={error} onRetry={retry}>
        <SearchFallback event={event.value} />
      </Waiting>
    )
  }
  if (error !== undefined)
    return <ResultsNotLoaded word={word} event={event.value} error={error} onRetry={retry} />
  if (!event.value || video || !(searched || cameWithPage)) return <ResultsSkeleton />
  return <Results event={event.value} last={wanted} searched={searched} />
}

function isServerRendered(eventId: string, word: string): boolean {
  const { event, found } = initialData()
  return event?.eventId === eventId && found?.number === word
}
