import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import type { Event } from '../../../contract/events.ts'
import { getSelfie } from '../../../contract/recognition.ts'
import { isApiError, request } from '../../lib/api.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { useTitle } from '../../platform/navigation/index.ts'
import { startSearch } from '../../platform/search-token/index.ts'
import { getEventSearch } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/feedback/EmptyState.tsx'
import { SelfieNote, useMarkSelfieSeen } from '../selfie/index.ts'
import { RunnerSearchForm } from './person/RunnerSearchForm.tsx'
import { SelfieButton } from './person/SelfieButton.tsx'
import { NoResults } from './results/NoResults.tsx'
import { Results } from './results/Results.tsx'
import { ResultsSkeleton } from './results/ResultsSkeleton.tsx'

/** Shows the runner's photos in an event: the results of the last search, or the search options. */
export function MyPhotos({ event }: { event: Event }) {
  const { eventId } = event
  const search = getEventSearch(eventId)
  const last = useAtomValue(search.last.atom)
  const selfieId = useAtomValue(search.selfieId.atom)
  useMarkSelfieSeen(eventId)
  if (!last && !selfieId) return <SearchStart event={event} />
  return (
    <>
      <div className="wrap empty:hidden">
        <SelfieNote eventId={eventId} className="mt-5" />
      </div>
      {last ? (
        <Results event={event} last={last} />
      ) : (
        selfieId && <SelfieResults event={event} selfieId={selfieId} />
      )}
    </>
  )
}

/** Polls a selfie without matches again: photos added since may show the runner. */
function SelfieResults({ event, selfieId }: { event: Event; selfieId: string }) {
  const readyCount = event.processing.photosReady
  const selfieSearch = useLoaded(`${selfieId} ${readyCount}`, async (signal) => {
    const selfie = await request(getSelfie, { params: { selfieId }, signal })
    const [person] = selfie.persons
    if (person) await startSearch(event.eventId, { by: 'face', selfieId, personId: person.personId })
    return selfie
  })
  const { state } = selfieSearch
  const isSelfieDeleted = state === 'failed' && isApiError(selfieSearch.error, 'SelfieNotFound')
  useEffect(() => {
    if (isSelfieDeleted) getEventSearch(event.eventId).selfieId.remove()
  }, [isSelfieDeleted, event.eventId])
  if (state === 'loading') return <ResultsSkeleton />
  return <NoResults event={event} by="face" />
}

function SearchStart({ event }: { event: Event }) {
  const text = useText()
  useTitle(text('search.title', { event: event.title }))
  return (
    <div className="wrap grid gap-8 py-8 md:grid-cols-2 lg:gap-16 lg:py-14">
      <EmptyState
        title={<Text id="search.start.title" />}
        actions={
          <>
            {event.features.faceSearch && (
              <SelfieButton event={event}>
                <Text id="search.find.selfie" />
              </SelfieButton>
            )}
            <Button kind="outline" href={`/event/${event.eventId}`}>
              <Text id="search.allPhotos" />
            </Button>
          </>
        }
      >
        <Text id="search.start.text" values={{ count: event.counts.photos }} />
      </EmptyState>
      <section className="max-w-[26rem]" aria-labelledby="start-by-word">
        <h2 id="start-by-word" className="title mb-3">
          <Text id="search.find.byWord" />
        </h2>
        <RunnerSearchForm event={event} />
      </section>
    </div>
  )
}
