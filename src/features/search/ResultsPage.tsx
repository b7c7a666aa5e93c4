import { useEffect, useMemo, useState } from 'react'
import { isBib } from '../../../contract/bib.ts'
import { decodePart, encodePart } from '../../../contract/uri.ts'
import { isApiError } from '../../lib/api.ts'
import { getInitialData } from '../../lib/initial-data.ts'
import { useText } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { useNavigate, useParams, usePath, useTitle } from '../../platform/navigation/index.ts'
import { startSearch } from '../../platform/search-token/index.ts'
import { getEventSearch, type LastSearch } from '../../platform/storage/index.ts'
import { useEvent } from '../events/index.ts'
import { Results } from './results/Results.tsx'
import { ResultsNotLoaded } from './results/ResultsNotLoaded.tsx'
import { ResultsSkeleton } from './results/ResultsSkeleton.tsx'
import { SearchFallback } from './results/SearchFallback.tsx'
import { WaitingForNetwork } from './results/WaitingForNetwork.tsx'

/** Renders `/search/:id/:number`: the photos of a start number or a surname. */
export function ResultsPage() {
  const { id, number } = useParams<'/search/:id/:number'>()
  const opensVideos = usePath().endsWith('/video')
  return <SearchResults eventId={id} searchText={decodePart(number).trim()} opensVideos={opensVideos} />
}

const isServiceUnreachable = (error: unknown) =>
  isApiError(error, 'NoResponse', 'Overloaded', 'ServiceUnavailable')

const isSameSearch = (one: LastSearch | null, other: LastSearch) =>
  JSON.stringify(one) === JSON.stringify(other)

/** Starts a search; retries once after an unexpected error of the service. */
async function startSearchWithRetry(eventId: string, requestedSearch: LastSearch): Promise<void> {
  try {
    await startSearch(eventId, requestedSearch)
  } catch (error) {
    if (!isApiError(error, 'Unexpected')) throw error
    await startSearch(eventId, requestedSearch)
  }
}

function SearchResults(props: { eventId: string; searchText: string; opensVideos: boolean }) {
  const { eventId, searchText, opensVideos } = props
  const text = useText()
  const navigate = useNavigate()
  const event = useEvent(eventId)
  const requestedSearch = useMemo<LastSearch>(
    () => (isBib(searchText) ? { by: 'number', number: searchText } : { by: 'surname', surname: searchText }),
    [searchText],
  )
  const searchRequest = useLoaded(`${eventId} ${searchText}`, async () => {
    const { last, token } = getEventSearch(eventId)
    // the last search and its token are persisted: a reload sends no request
    if (isSameSearch(last.read(), requestedSearch) && token.read()) return
    await startSearchWithRetry(eventId, requestedSearch)
  })
  useTitle(
    text(requestedSearch.by === 'number' ? 'search.titleNumber' : 'search.titleWord', { number: searchText }),
  )
  const isSearchDone = searchRequest.state === 'ready'
  // the event's videos are also available to runners without photos
  const hasOutcome =
    isSearchDone || (searchRequest.state === 'failed' && !isServiceUnreachable(searchRequest.error))
  const paramName = requestedSearch.by === 'number' ? 'number' : 'q'
  useEffect(() => {
    if (hasOutcome && opensVideos)
      navigate(`/event/${eventId}/video?${paramName}=${encodePart(searchText)}`, { replace: true })
  }, [hasOutcome, opensVideos, eventId, paramName, searchText, navigate])
  // the server-rendered results are shown until the search is done
  const [isInInitialData] = useState(() => !opensVideos && isServerRendered(eventId, searchText))

  const error =
    searchRequest.state === 'failed' && !(isInInitialData && isServiceUnreachable(searchRequest.error))
      ? searchRequest.error
      : event.state === 'failed' && !event.value
        ? event.error
        : undefined
  const retry = () => {
    searchRequest.reload()
    event.reload()
  }
  if (isServiceUnreachable(error)) {
    return (
      <WaitingForNetwork searchText={searchText} error={error} onRetry={retry}>
        <SearchFallback event={event.value} />
      </WaitingForNetwork>
    )
  }
  if (error !== undefined)
    return <ResultsNotLoaded searchText={searchText} event={event.value} error={error} onRetry={retry} />
  if (!event.value || opensVideos || !(isSearchDone || isInInitialData)) return <ResultsSkeleton />
  return <Results event={event.value} last={requestedSearch} isSearchDone={isSearchDone} />
}

function isServerRendered(eventId: string, searchText: string): boolean {
  const { event, found } = getInitialData()
  return event?.eventId === eventId && found?.number === searchText
}
