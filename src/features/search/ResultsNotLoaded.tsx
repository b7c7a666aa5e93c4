import { useEffect } from 'react'
import type { Event } from '../../../contract/events.ts'
import { isApiError } from '../../lib/api.ts'
import { Text } from '../../platform/language/index.ts'
import { NotLoaded } from '../../platform/loading/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Elsewhere } from './Elsewhere.tsx'
import { FindByWord } from './FindByWord.tsx'

interface Props {
  /** Unknown where the event did not load either. */
  event: Event | undefined
  /** What was searched for, where the address holds it: to be written again. */
  word?: string
  error: unknown
  onRetry: () => void
}

/** Says why the photos of whoever was searched for did not come, and what to do next. */
export function ResultsNotLoaded({ event, word, error, onRetry }: Props) {
  const gone = isApiError(error, 'SelfieNotFound')
  const wrongWord = isApiError(error, 'BibInvalid', 'CompetitorNotFound')
  const isNobody = gone || wrongWord
  useEffect(() => {
    // a hidden reason would be a dead end: the heading gets the eye, the alert the ear
    document.querySelector<HTMLElement>('main h1')?.focus()
  }, [])
  return (
    <NotLoaded
      title={isNobody && <Text id="search.nothing.title" />}
      error={error}
      onRetry={isNobody ? undefined : onRetry}
      actions={
        <>
          {gone && event && (
            <Button kind="primary" icon="face" href={`/event/${event.eventId}/selfie`}>
              <Text id="search.again.selfie" />
            </Button>
          )}
          <Elsewhere event={event} />
        </>
      }
    >
      {event && (wrongWord || word) && (
        <div className="mt-8 max-w-[26rem]">
          <FindByWord event={event} word={word} />
        </div>
      )}
    </NotLoaded>
  )
}
