import { useEffect, useMemo } from 'react'
import type { Event } from '../../../contract/events.ts'
import { isApiError } from '../../lib/api.ts'
import { useErrorText } from '../../platform/errors/index.ts'
import { useServed } from '../../platform/install/index.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { useNavigate, usePath, useQuery, useTitle } from '../../platform/navigation/index.ts'
import type { LastSearch } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Chip, ChipRow } from '../../ui/Chip.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Note } from '../../ui/Note.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { AsOf } from '../events/index.ts'
import { Lightbox, PhotoWall, PurchaseDock, useBuying, useOpenedPhoto } from '../photos/index.ts'
import { FindByWord } from './FindByWord.tsx'
import { ForgetSelfie } from './ForgetSelfie.tsx'
import { FoundHead } from './FoundHead.tsx'
import { likelyBib } from './groups.ts'
import { MaybeYou } from './MaybeYou.tsx'
import { Nothing } from './Nothing.tsx'
import { PackagePlate } from './PackagePlate.tsx'
import { Packages } from './Packages.tsx'
import { useNewPhotos } from './seen-photos.ts'
import { useResults } from './use-results.ts'
import { useSayIfMe } from './use-say-if-me.ts'

/** The photos of whoever was last searched for in an event. */
export function Results({ event, last }: { event: Event; last: LastSearch }) {
  const text = useText()
  const results = useResults(event, last)
  useTitle(text('search.title', { event: event.title }))
  if (results.value === undefined) {
    if (results.state === 'failed') {
      return <NotLoaded event={event} error={results.error} onRetry={results.reload} />
    }
    return <ResultsSkeleton />
  }
  if (results.sure.length + results.maybe.length === 0) return <Nothing event={event} by={last.by} />
  return <Found event={event} last={last} results={results} />
}

interface FoundProps {
  event: Event
  last: LastSearch
  results: ReturnType<typeof useResults>
}

function Found({ event, last, results }: FoundProps) {
  const text = useText()
  const { sure, maybe, search } = results
  useServed('found')
  const [label, name] = last.by === 'face' ? [] : (results.subject?.label.split(' · ') ?? [])
  const mine = useMemo(() => ({ label, photos: sure }), [label, sure])
  const buying = useBuying(event, mine)
  const sayIfMe = useSayIfMe(event, search)
  const { opened, open, close } = useOpenedPhoto()
  const inPackages = useQuery().get('view') === 'packages'
  const all = useMemo(() => [...sure, ...maybe], [sure, maybe])
  const isNew = useNewPhotos(event.eventId, search, all)
  const newCount = sure.filter(isNew).length
  const known = opened ? all.findIndex((photo) => photo.photoId === opened.photoId) : -1
  const index = opened ? (known >= 0 ? known : Math.min(opened.at, all.length - 1)) : -1
  const bib = last.by === 'number' ? last.number : likelyBib(sure)
  const offer = buying.withMe && sure.length > 1 ? buying.withMe : undefined
  return (
    <>
      <div className="wrap pb-8 lg:grid lg:grid-cols-[minmax(0,1fr)_384px] lg:items-start lg:gap-14">
        <div className="min-w-0">
          <FoundHead
            event={event}
            count={results.count}
            bib={bib}
            name={name ?? (last.by === 'surname' ? label : undefined)}
          />
          <Views event={event} count={results.count} inPackages={inPackages} />
          <State event={event} results={results} />
          {newCount > 0 && (
            <Note icon="image" className="mb-3">
              <Text id="search.new" values={{ count: newCount }} />
            </Note>
          )}
          {inPackages ? (
            <Packages buying={buying} count={sure.length} />
          ) : (
            <>
              {offer && (
                <PackagePlate
                  product={offer}
                  buying={buying}
                  count={sure.length}
                  className="mt-2.5 mb-3.5 lg:hidden"
                />
              )}
              <div className="pt-1 lg:pt-3.5">
                <PhotoWall
                  event={event}
                  label={text('search.wall')}
                  count={results.count}
                  version={sure}
                  photoAt={(at) => sure[at]}
                  buying={buying}
                  isNew={isNew}
                  onOpen={(photo, at) => open(photo.photoId, at)}
                />
              </div>
              <MaybeYou
                event={event}
                photos={maybe}
                onSay={sayIfMe}
                onOpen={(photo) => open(photo.photoId, all.indexOf(photo))}
              />
              <MoreOfMe event={event} />
            </>
          )}
        </div>
        {offer && (
          <aside className="sticky top-26 mt-10 hidden lg:block">
            <PackagePlate product={offer} buying={buying} count={sure.length} withSteps />
          </aside>
        )}
      </div>
      <PurchaseDock buying={buying} ofPerson={sure.length} wide={!offer} />
      {index >= 0 && (
        <Lightbox
          event={event}
          count={all.length}
          photoAt={(at) => all[at]}
          index={index}
          buying={buying}
          onIndex={(at) => {
            const photo = all[at]
            if (photo) open(photo.photoId, at, { replace: true })
          }}
          onClose={close}
          sayIfMe={sayIfMe}
        />
      )}
    </>
  )
}

function Views({ event, count, inPackages }: { event: Event; count: number; inPackages: boolean }) {
  const text = useText()
  const path = usePath()
  return (
    <ChipRow label={text('search.views')} className="pb-3.5">
      <Chip selected={!inPackages} href={path} count={count}>
        <Text id="search.views.mine" />
      </Chip>
      <Chip selected={inPackages} href={`${path}?view=packages`}>
        <Text id="search.views.packages" />
      </Chip>
      <Chip href={`/event/${event.eventId}`}>
        <Text id="search.views.all" />
      </Chip>
      {event.features.video && (
        <Chip href={`/event/${event.eventId}/video`}>
          <Text id="search.views.video" />
        </Chip>
      )}
    </ChipRow>
  )
}

/** What the numbers do not say: that more may come, or that this is the last visit's copy. */
function State({ event, results }: { event: Event; results: ReturnType<typeof useResults> }) {
  const errorText = useErrorText()
  const { photosReady, photosTotal } = event.processing
  return (
    <>
      <p className="sr-only" role="status">
        <Text id="search.foundStatus" values={{ count: results.count }} />
      </p>
      {results.savedOn !== undefined && (
        <Note tone="warn" icon="no-network" className="mb-3">
          {results.state === 'failed' && !isApiError(results.error, 'NoResponse') && (
            <>{errorText(results.error)} </>
          )}
          <Text id="search.kept" />
          <AsOf on={results.savedOn} className="ml-2 text-xs whitespace-nowrap text-ink-2 lining-nums" />
        </Note>
      )}
      {results.state === 'failed' && results.savedOn === undefined && (
        <Note
          tone="warn"
          icon="no-network"
          className="mb-3"
          action={
            <Button size="sm" kind="outline" icon="reload" onClick={results.reload}>
              <Text id="search.failed.retry" />
            </Button>
          }
        >
          {errorText(results.error)}
        </Note>
      )}
      {photosReady < photosTotal && (
        <Note tone="warn" className="mb-3">
          <Text id="search.processing" values={{ ready: photosReady, total: photosTotal }} />
        </Note>
      )}
    </>
  )
}

function MoreOfMe({ event }: { event: Event }) {
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
      <FindByWord event={event} />
      <ForgetSelfie event={event} />
    </section>
  )
}

function NotLoaded({ event, error, onRetry }: { event: Event; error: unknown; onRetry: () => void }) {
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

export function ResultsSkeleton() {
  return (
    <div className="wrap pt-5 lg:pt-10" aria-busy="true">
      <p className="sr-only" role="status">
        <Text id="search.loading" />
      </p>
      <div className="flex items-end gap-3">
        <Skeleton className="size-26 lg:size-44" />
        <Skeleton className="h-15 w-32 lg:h-36 lg:w-60" />
      </div>
      <Skeleton className="mt-5 h-12 w-full max-w-120" />
      <Skeleton className="mt-4 h-96 w-full" />
    </div>
  )
}
