import { useAtomValue } from 'jotai'
import { useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { isApiError } from '../../../lib/api.ts'
import { Text, useErrorText, useText } from '../../../platform/language/index.ts'
import { lazyPart, TryAgain } from '../../../platform/loading/index.ts'
import { useAnnounce } from '../../../platform/notices/index.ts'
import { getEventSearch, type LastSearch } from '../../../platform/storage/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Chip } from '../../../ui/Chip.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import { LastUpdated } from '../../events/index.ts'
import { type AlbumFilter, FilterChips, matchesFilter, toPointKey } from '../../photos/index.ts'
import { RunnerSearchForm } from '../person/RunnerSearchForm.tsx'
import { useAnswerIfMe } from './use-answer-if-me.ts'
import type { useResults } from './use-results.ts'

const RejectedPhotos = lazyPart(() => import('./RejectedPhotos.tsx').then((it) => it.RejectedPhotos))
const ForgetSelfie = lazyPart(() => import('../person/ForgetSelfie.tsx').then((it) => it.ForgetSelfie))
const ShareSheet = lazyPart(() => import('../share/ShareSheet.tsx').then((it) => it.ShareSheet))

const StillProcessing = lazyPart(() => import('./StillProcessing.tsx').then((it) => it.StillProcessing))

/** Shows notes above the results: loading failed, or the results are cached from the last visit. */
export function ResultsStatus({ results }: { results: ReturnType<typeof useResults> }) {
  const text = useText()
  const errorText = useErrorText()
  useAnnounce(text('search.foundStatus', { count: results.count }))
  return (
    <>
      {results.savedOn !== undefined && (
        <Note tone="warn" icon="no-network" className="mb-3">
          {results.state === 'failed' && !isApiError(results.error, 'NoResponse') && (
            <>{errorText(results.error)} </>
          )}
          <Text id="search.kept" />
          <LastUpdated
            on={results.savedOn}
            className="ml-2 text-xs whitespace-nowrap text-ink-2 lining-nums"
          />
        </Note>
      )}
      {results.state === 'failed' && results.savedOn === undefined && (
        <Note
          tone="warn"
          icon="no-network"
          className="mb-3"
          action={<TryAgain small onRetry={results.reload} />}
        >
          {errorText(results.error)}
        </Note>
      )}
    </>
  )
}

/** Shows below the photos that others are still being processed. */
export function ProcessingStatus({ event, last }: { event: Event; last: LastSearch }) {
  const { photosReady, photosTotal } = event.processing
  return photosReady < photosTotal && <StillProcessing event={event} last={last} />
}

/** Offers other searches that may find more photos, also of other runners. */
export function MoreSearches({ event }: { event: Event }) {
  const search = getEventSearch(event.eventId)
  const last = useAtomValue(search.last.atom)
  const selfieId = useAtomValue(search.selfieId.atom)
  const hasSelfie = last?.by === 'face' || selfieId
  return (
    <section className="mt-12 max-w-[34rem] border-t border-line pt-8" aria-labelledby="more-of-me">
      <h2 id="more-of-me" className="display-d2">
        <Text id="search.more.title" />
      </h2>
      <p className="mt-2 mb-4 text-ink-2">
        <Text id="search.more.text" />
      </p>
      {event.features.faceSearch && (
        <Button kind="outline" icon="camera" full className="mb-4" href={`/event/${event.eventId}/selfie`}>
          <Text id="search.again.selfie" />
        </Button>
      )}
      <RunnerSearchForm event={event} />
      {hasSelfie && <ForgetSelfie event={event} />}
    </section>
  )
}

/** Lists the photos the runner denied, so that a denial can be withdrawn. */
export function RejectedPhotosSection(props: {
  event: Event
  results: ReturnType<typeof useResults>
  isInitiallyOpen?: boolean
}) {
  const { event, results, isInitiallyOpen } = props
  const answerIfMe = useAnswerIfMe(event, results.last)
  return (
    <RejectedPhotos
      event={event}
      last={results.last}
      isInitiallyOpen={isInitiallyOpen}
      rejectedThisVisit={results.denied}
      isDenialWithdrawn={results.isRestored}
      onWithdrawDenial={(photo) => {
        results.restorePhoto(photo)
        answerIfMe(photo, true)
      }}
    />
  )
}

/** Opens the sheet that shares the runner's photos with a friend. */
export function ShareChip(props: { event: Event; last: LastSearch; count: number }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Chip icon="share" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Text id="search.share" />
      </Chip>
      {open && <ShareSheet {...props} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Hides the filters up to this many photos. */
const maxPhotosWithoutFilters = 30

interface PointAndTimeFiltersProps {
  event: Event
  surePhotos: readonly Photo[]
  part: AlbumFilter
  onChange: (part: AlbumFilter) => void
}

/** Returns the runner's photos of a point and a time. */
export const filterPhotos = (photos: readonly Photo[], part: AlbumFilter, event: Event): readonly Photo[] =>
  photos.filter((photo) => matchesFilter(photo, part, (each) => toPointKey(each, event)))

/**
 * Renders chips that filter the runner's photos by point and time, for the row with the views. Their numbers count the photos of
 * the chosen time.
 */
export function PointAndTimeFilters({ event, surePhotos, part, onChange }: PointAndTimeFiltersProps) {
  const counts = new Map(event.points.map(({ point }) => [point, 0]))
  for (const photo of filterPhotos(surePhotos, { ...part, point: undefined }, event)) {
    const point = toPointKey(photo, event)
    if (point !== undefined) counts.set(point, (counts.get(point) ?? 0) + 1)
  }
  if (surePhotos.length <= maxPhotosWithoutFilters) return null
  const times = surePhotos.flatMap(({ takenOn }) => (takenOn === null ? [] : Date.parse(takenOn)))
  const bounds = times.length > 0 ? ([Math.min(...times), Math.max(...times)] as const) : undefined
  return <FilterChips event={event} filter={part} onChange={onChange} counts={counts} bounds={bounds} />
}
