import { useEffect } from 'react'
import type { Event } from '../../../contract/events.ts'
import { isApiError } from '../../lib/api.ts'
import { useErrorText } from '../../platform/errors/index.ts'
import { Text } from '../../platform/language/index.ts'
import { useNavigate } from '../../platform/navigation/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { FindByWord } from './FindByWord.tsx'

/** Says why the photos of whoever was searched for did not come, and what to do next. */
export function ResultsNotLoaded({
  event,
  error,
  onRetry,
}: {
  event: Event
  error: unknown
  onRetry: () => void
}) {
  const errorText = useErrorText()
  const navigate = useNavigate()
  const gone = isApiError(error, 'SelfieNotFound')
  const wrongWord = isApiError(error, 'BibInvalid', 'CompetitorNotFound')
  useEffect(() => {
    // a hidden reason would be a dead end: the heading gets the eye, the alert the ear
    document.querySelector<HTMLElement>('main h1')?.focus()
  }, [])
  return (
    <div className="wrap py-8 lg:py-14" role="alert">
      <EmptyState
        level={1}
        title={<Text id={gone || wrongWord ? 'search.nothing.title' : 'search.failed.title'} />}
        actions={
          <>
            {gone && (
              <Button kind="primary" icon="camera" href={`/event/${event.eventId}/selfie`}>
                <Text id="search.again.selfie" />
              </Button>
            )}
            {!gone && !wrongWord && (
              <Button icon="reload" onClick={onRetry}>
                <Text id="search.failed.retry" />
              </Button>
            )}
            <Button kind="outline" onClick={() => navigate(`/event/${event.eventId}`)}>
              <Text id="search.allPhotos" />
            </Button>
          </>
        }
      >
        {errorText(error)}
      </EmptyState>
      {wrongWord && (
        <div className="mt-8 max-w-[26rem]">
          <FindByWord event={event} />
        </div>
      )}
    </div>
  )
}
