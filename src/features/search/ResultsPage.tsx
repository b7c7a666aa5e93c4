import { useEffect, useState } from 'react'
import { isBib } from '../../../contract/bib.ts'
import { isApiError } from '../../lib/api.ts'
import { firstScreen } from '../../lib/first-screen.ts'
import { useText } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { useNavigate, useParams, usePath, useTitle } from '../../platform/navigation/index.ts'
import { startSearch } from '../../platform/search-token/index.ts'
import { eventSearch, type LastSearch } from '../../platform/storage/index.ts'
import { useEvent } from '../events/index.ts'
import { Elsewhere } from './Elsewhere.tsx'
import { Results } from './Results.tsx'
import { ResultsNotLoaded } from './ResultsNotLoaded.tsx'
import { ResultsSkeleton } from './ResultsSkeleton.tsx'
import { Waiting } from './Waiting.tsx'

/** `/search/:id/:number` shows the photos of a start number, or of a surname. */
export function ResultsPage() {
  const { id, number } = useParams<'/search/:id/:number'>()
  const video = usePath().endsWith('/video')
  return <ByWord eventId={id} word={decodeURIComponent(number).trim()} video={video} />
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
  const wanted: LastSearch = isBib(word) ? { by: 'number', number: word } : { by: 'surname', surname: word }
  const found = useLoaded(`${eventId} ${word}`, async () => {
    const { last, token } = eventSearch(eventId)
    // what was searched the last time is still there: a reload asks for nothing
    if (sameSearch(last.read(), wanted) && token.read()) return
    await search(eventId, wanted)
  })
  useTitle(text(wanted.by === 'number' ? 'search.titleNumber' : 'search.titleWord', { number: word }))
  const searched = found.state === 'ready'
  useEffect(() => {
    if (searched && video)
      navigate(`/event/${eventId}/video?number=${encodeURIComponent(word)}`, { replace: true })
  }, [searched, video, eventId, word, navigate])
  // what came with the page stands until the search has been made
  const [cameWithPage] = useState(() => !video && isOnFirstScreen(eventId, word))

  const error =
    found.state === 'failed' && !(cameWithPage && isApiError(found.error, 'NoResponse', 'Overloaded'))
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
  if (error !== undefined)
    return <ResultsNotLoaded word={word} event={event.value} error={error} onRetry={retry} />
  if (!event.value || video || !(searched || cameWithPage)) return <ResultsSkeleton />
  return <Results event={event.value} last={wanted} searched={searched} />
}

function isOnFirstScreen(eventId: string, word: string): boolean {
  const { event, found } = firstScreen()
  return event?.eventId === eventId && found?.number === word
}
