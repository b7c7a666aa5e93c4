import { useEffect } from 'react'
import type { Event } from '../../../../contract/events.ts'
import { isApiError } from '../../../lib/api.ts'
import { Text } from '../../../platform/language/index.ts'
import { NotLoaded } from '../../../platform/loading/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { RunnerSearchForm } from '../person/RunnerSearchForm.tsx'
import { SearchFallback } from './SearchFallback.tsx'

interface Props {
  /** Contains the event; undefined where it did not load either. */
  event: Event | undefined
  /** Prefills the search field with the number or surname of the URL. */
  searchText?: string
  error: unknown
  onRetry: () => void
}

/** Explains why the photos of the searched runner did not load, and what to do next. */
export function ResultsNotLoaded({ event, searchText, error, onRetry }: Props) {
  const isSelfieGone = isApiError(error, 'SelfieNotFound')
  const isSearchInvalid = isApiError(error, 'BibInvalid', 'CompetitorNotFound')
  const hasNoRunner = isSelfieGone || isSearchInvalid
  useEffect(() => {
    // moves the focus to the heading, so that the reason is seen; the alert announces it
    document.querySelector<HTMLElement>('main h1')?.focus()
  }, [])
  return (
    <NotLoaded
      title={hasNoRunner && <Text id="search.nothing.title" />}
      error={error}
      onRetry={hasNoRunner ? undefined : onRetry}
      actions={
        <>
          {isSelfieGone && event && (
            <Button kind="primary" href={`/event/${event.eventId}/selfie`}>
              <Text id="search.again.selfie" />
            </Button>
          )}
          <SearchFallback event={event} />
        </>
      }
    >
      {event && (isSearchInvalid || searchText) && (
        <div className="mt-8 max-w-144">
          <RunnerSearchForm event={event} initialText={searchText} />
        </div>
      )}
    </NotLoaded>
  )
}
