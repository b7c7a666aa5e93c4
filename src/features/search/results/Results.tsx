import { useAtomValue } from 'jotai'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import type { Event } from '../../../../contract/events.ts'
import { formatCount } from '../../../lib/format/count.ts'
import { useRecordSuccess } from '../../../platform/install/index.ts'
import { Text, useLanguage, useText } from '../../../platform/language/index.ts'
import { lazyPart } from '../../../platform/loading/index.ts'
import { usePath, useQuery, useTitle } from '../../../platform/navigation/index.ts'
import { readSearchToken } from '../../../platform/search-token/index.ts'
import { getEventSearch, type LastSearch } from '../../../platform/storage/index.ts'
import { Chip, ChipRow } from '../../../ui/Chip.tsx'
import { Note } from '../../../ui/feedback/Note.tsx'
import {
  IsMeButtons,
  isUnfiltered,
  Lightbox,
  NoFilteredPhotos,
  PhotoWall,
  PurchaseDock,
  useAlbumFilter,
  useBuying,
  useOpenedPhoto,
} from '../../photos/index.ts'
import { PeopleChips, useRememberPerson } from '../person/People.tsx'
import { findLikelyBib } from './groups.ts'
import { OfferDock } from './OfferDock.tsx'
import { OfferPlate } from './OfferPlate.tsx'
import { Packages } from './Packages.tsx'
import { PossibleMatches } from './PossibleMatches.tsx'
import { ResultsHeader } from './ResultsHeader.tsx'
import { ResultsNotLoaded } from './ResultsNotLoaded.tsx'
import {
  filterPhotos,
  MoreSearches,
  PointAndTimeFilters,
  ProcessingStatus,
  RejectedPhotosSection,
  ResultsStatus,
  ShareChip,
} from './ResultsSections.tsx'
import { ResultsSkeleton } from './ResultsSkeleton.tsx'
import { useNewPhotos } from './seen-photos.ts'
import { useAnswerIfMe } from './use-answer-if-me.ts'
import { useResults } from './use-results.ts'

const ChooseRunner = lazyPart(
  () => import('../person/ChooseRunner.tsx').then((it) => it.ChooseRunner),
  ResultsSkeleton,
)
const NoResults = lazyPart(() => import('./NoResults.tsx').then((it) => it.NoResults), ResultsSkeleton)

interface Props {
  event: Event
  last: LastSearch
  /** Becomes true once the search was answered. Until then, the server-rendered results are shown. */
  isSearchDone?: boolean
}

/**
 * Shows the photos of the runner who was searched for in an event. For several runners with the same surname, asks which
 * one first.
 */
export function Results(props: Props) {
  const { event, last } = props
  // renders again with a new token
  useAtomValue(getEventSearch(event.eventId).token.atom)
  const subject = readSearchToken(event.eventId, last)?.subject
  if (last.by === 'surname' && subject?.bearers)
    return <ChooseRunner event={event} surname={subject.label} runners={subject.bearers} />
  return <RunnerResults {...props} />
}

function RunnerResults({ event, last, isSearchDone = true }: Props) {
  const text = useText()
  const results = useResults(event, last, isSearchDone)
  useTitle(text('search.title', { event: event.title }))
  if (results.value === undefined) {
    if (results.state === 'failed') {
      return <ResultsNotLoaded event={event} error={results.error} onRetry={results.reload} />
    }
    return <ResultsSkeleton />
  }
  if (results.surePhotos.length + results.possiblePhotos.length === 0) {
    return (
      <>
        <NoResults event={event} by={last.by} last={last} />
        <div className="wrap pb-8 empty:hidden">
          <RejectedPhotosSection event={event} results={results} isInitiallyOpen />
        </div>
      </>
    )
  }
  return <FoundPhotos event={event} last={last} results={results} />
}

interface FoundPhotosProps {
  event: Event
  last: LastSearch
  results: ReturnType<typeof useResults>
}

function FoundPhotos({ event, last, results }: FoundPhotosProps) {
  const text = useText()
  const { surePhotos, possiblePhotos, search } = results
  useRecordSuccess('found')
  const [label, name] = last.by === 'face' ? [] : (results.label?.split(' · ') ?? [])
  const ownPhotos = useMemo(() => ({ label, photos: surePhotos, search: last }), [label, surePhotos, last])
  const buying = useBuying(event, ownPhotos)
  const answerIfMe = useAnswerIfMe(event, last)
  // preloaded before a viewer opens: loading it later would shift the photo
  useEffect(() => IsMeButtons.fetch(), [])
  const { opened, open, close } = useOpenedPhoto()
  const plateRef = useRef<HTMLDivElement>(null)
  const isPackagesView = useQuery().get('view') === 'packages'
  const { filter: part, setFilter: setPart } = useAlbumFilter()
  const filteredPhotos = useMemo(
    () => (isUnfiltered(part) ? surePhotos : filterPhotos(surePhotos, part, event)),
    [surePhotos, part, event],
  )
  // those that are not loaded yet may match the filter
  const hasNoFilteredPhotos = filteredPhotos.length === 0 && surePhotos.length > 0 && !results.isPartial
  const viewerPhotos = useMemo(() => [...filteredPhotos, ...possiblePhotos], [filteredPhotos, possiblePhotos])
  const foundPhotos = useMemo(() => [...surePhotos, ...possiblePhotos], [surePhotos, possiblePhotos])
  const isNew = useNewPhotos(event.eventId, search, foundPhotos)
  const newCount = surePhotos.filter(isNew).length
  const openedIndex = opened ? viewerPhotos.findIndex((photo) => photo.photoId === opened.photoId) : -1
  const index = opened ? (openedIndex >= 0 ? openedIndex : Math.min(opened.at, viewerPhotos.length - 1)) : -1
  const bib = last.by === 'number' ? last.number : findLikelyBib(surePhotos)
  const offeredResults = {
    event,
    surePhotos,
    count: results.count,
    hasPossiblePhotos: possiblePhotos.length > 0,
  }
  const hasOffer =
    surePhotos.length > 0 && (buying.isLoading || buying.personalPackage !== undefined || buying.canBuy)
  const hasPlate = hasOffer && !isPackagesView
  useRememberPerson(event.eventId, {
    last,
    label:
      [label, name].filter(Boolean).join(' · ') || (bib ? text('search.people.number', { number: bib }) : ''),
    count: results.count,
    thumbUrl: (surePhotos[0] ?? possiblePhotos[0])?.thumb.url,
  })
  return (
    <>
      <div className="wrap pb-8 lg:grid lg:grid-cols-[minmax(0,1fr)_384px] lg:items-start lg:gap-14">
        <div className="min-w-0">
          <div className="max-lg:items-center max-lg:gap-6 short:max-lg:grid short:max-lg:grid-cols-2 md:max-lg:grid md:max-lg:grid-cols-2">
            <ResultsHeader
              event={event}
              count={results.count}
              bib={bib}
              name={name ?? (last.by === 'surname' ? label : undefined)}
            />
            {hasPlate && (
              <div ref={plateRef} className="mb-1.5 md:mt-2 lg:hidden">
                <OfferPlate {...offeredResults} buying={buying} />
              </div>
            )}
          </div>
          <ViewChips
            event={event}
            last={last}
            count={results.count}
            isPackagesView={isPackagesView}
            filters={
              !isPackagesView && (
                <PointAndTimeFilters event={event} surePhotos={surePhotos} part={part} onChange={setPart} />
              )
            }
          >
            {surePhotos.length > 0 && <ShareChip event={event} last={last} count={results.count} />}
          </ViewChips>
          <ResultsStatus results={results} />
          {newCount > 0 && (
            <Note icon="image" className="mb-3">
              <Text id="search.new" values={{ count: newCount }} />
            </Note>
          )}
          {isPackagesView ? (
            <Packages {...offeredResults} buying={buying} />
          ) : (
            <>
              {hasNoFilteredPhotos ? (
                <NoFilteredPhotos onShowAll={() => setPart({})} />
              ) : (
                <PhotoWall
                  event={event}
                  label={text('search.wall')}
                  count={filteredPhotos === surePhotos ? results.count : filteredPhotos.length}
                  version={filteredPhotos}
                  getPhoto={(position) => filteredPhotos[position]}
                  buying={buying}
                  isNew={isNew}
                  onOpen={(photo, position) => open(photo.photoId, position)}
                />
              )}
              <ProcessingStatus event={event} last={last} />
              <PossibleMatches
                event={event}
                photos={possiblePhotos}
                bib={bib}
                boughtPhotos={buying.bought}
                onAnswer={answerIfMe}
                onOpen={(photo) => open(photo.photoId, viewerPhotos.indexOf(photo))}
              />
              <MoreSearches event={event} />
              <RejectedPhotosSection event={event} results={results} />
            </>
          )}
        </div>
        {hasOffer && (
          <aside className="pf-sidebar mt-10 hidden lg:block">
            <OfferPlate {...offeredResults} buying={buying} withSteps />
          </aside>
        )}
      </div>
      <OfferDock {...offeredResults} buying={buying} plateRef={plateRef} hasPlate={hasPlate} />
      {buying.chosen.length > 0 && (
        <PurchaseDock buying={buying} personPhotoCount={surePhotos.length} wide={!hasOffer} />
      )}
      {index >= 0 && (
        <Lightbox
          event={event}
          count={viewerPhotos.length}
          getPhoto={(position) => viewerPhotos[position]}
          index={index}
          buying={buying}
          onIndex={(position) => {
            const photo = viewerPhotos[position]
            if (photo) open(photo.photoId, position, { replace: true })
          }}
          onClose={close}
          getSharePath={({ photoId }) => `/event/${event.eventId}?photo=${photoId}`}
          answerIsMe={answerIfMe}
        />
      )}
    </>
  )
}

interface ViewChipsProps {
  event: Event
  last: LastSearch
  count: number
  isPackagesView: boolean
  /** Chips that filter the runner's photos, beside their view. */
  filters: ReactNode
  children: ReactNode
}

/** Renders the only row of chips: the photos begin right below it. */
function ViewChips({ event, last, count, isPackagesView, filters, children }: ViewChipsProps) {
  const text = useText()
  const path = usePath()
  const { language } = useLanguage()
  const { counts, eventId, features } = event
  return (
    <ChipRow label={text('search.views')} className="pb-1.5 lg:pb-3.5">
      <PeopleChips event={event} last={last} count={count} selected={!isPackagesView} />
      {filters}
      <Chip href={`/event/${eventId}`} count={formatCount(counts.photos, language)}>
        <Text id="search.views.all" />
      </Chip>
      {features.video && (
        <Chip href={`/event/${eventId}/video`} count={formatCount(counts.videos, language)}>
          <Text id="search.views.video" />
        </Chip>
      )}
      {features.frames && (
        <Chip href={`/event/${eventId}/frame`}>
          <Text id="search.views.frame" />
        </Chip>
      )}
      <Chip selected={isPackagesView} href={`${path}?view=packages`}>
        <Text id="search.views.packages" />
      </Chip>
      {children}
    </ChipRow>
  )
}
