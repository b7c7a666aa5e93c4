import { useMemo, useRef } from 'react'
import type { Event } from '../../../../contract/events.ts'
import { getEvent } from '../../../../contract/events.ts'
import { getShare, type Photo, type SharedPhotos } from '../../../../contract/photos.ts'
import { isApiError, request } from '../../../lib/api.ts'
import { formatDay } from '../../../lib/format/time.ts'
import { Text, useLanguage, useText } from '../../../platform/language/index.ts'
import { NotLoaded, useLoaded } from '../../../platform/loading/index.ts'
import { useParams, useTitle } from '../../../platform/navigation/index.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Button } from '../../../ui/Button.tsx'
import { Lightbox, PhotoWall, PurchaseDock, useBuying, useOpenedPhoto } from '../../photos/index.ts'
import { OfferDock } from '../results/OfferDock.tsx'
import { BuyForSelf, OfferPlate } from '../results/OfferPlate.tsx'
import { ResultsSkeleton } from '../results/ResultsSkeleton.tsx'
import { SearchFallback } from '../results/SearchFallback.tsx'

const pageSize = 100

interface LoadedShare {
  event: Event
  share: SharedPhotos
  photos: readonly Photo[]
}

async function loadShared(shareId: string, signal: AbortSignal): Promise<LoadedShare> {
  const photos: Photo[] = []
  for (;;) {
    const query = { offset: photos.length, count: pageSize }
    const share = await request(getShare, { params: { shareId }, query, signal })
    photos.push(...share.items)
    if (photos.length < share.total && share.items.length > 0) continue
    const event = await request(getEvent, { params: { eventId: share.eventId }, signal })
    return { event, share, photos }
  }
}

/** Renders `/shared/:id`: the photos that a runner shares with family and friends, who may buy them. */
export function SharedPage() {
  const { id } = useParams<'/shared/:id'>()
  const { language } = useLanguage()
  const loaded = useLoaded(`${language} ${id}`, (signal) => loadShared(id, signal))
  if (loaded.value) return <SharedPhotosView shareId={id} {...loaded.value} />
  if (loaded.state === 'failed') return <ShareNotLoaded error={loaded.error} onRetry={loaded.reload} />
  return <ResultsSkeleton />
}

/** Returns the heading, with what the link may reveal of the runner: first name, number, or neither. */
function useHeading({ name, number, time }: SharedPhotos['person']): string {
  const text = useText()
  if (name !== null) return text(time === null ? 'search.shared.course' : 'search.shared.finish', { name })
  return number === null ? text('search.shared.title') : text('search.shared.number', { number })
}

/** Shows the photos of a shared link, and the offer to buy them. */
export function SharedPhotosView({ shareId, event, share, photos }: LoadedShare & { shareId: string }) {
  const { opened, open, close } = useOpenedPhoto()
  const plateRef = useRef<HTMLDivElement>(null)
  const { number, name } = share.person
  const sharedPhotos = useMemo(
    () => ({ label: number ?? undefined, photos, shareId }),
    [number, photos, shareId],
  )
  const giftedPhotos = useMemo(() => ({ ...sharedPhotos, isGift: true }), [sharedPhotos])
  const buying = useBuying(event, sharedPhotos)
  const giving = useBuying(event, giftedPhotos)
  const heading = useHeading(share.person)
  useTitle(`${heading}, ${event.title}`)
  const openedIndex = opened ? photos.findIndex(({ photoId }) => photoId === opened.photoId) : -1
  const hasOffer = photos.length > 0 && (buying.isLoading || buying.canBuy)
  // visitors who have bought the photos for themselves are led to their order
  const hasAll = photos.every(({ photoId }) => buying.bought.has(photoId))
  const isGift = share.giftable === true && !share.bought && !hasAll
  const results = { event, surePhotos: photos, count: photos.length, hasPossiblePhotos: false }
  const offerProps = isGift
    ? ({ ...results, buying: giving, shared: 'gift' } as const)
    : ({ ...results, buying, shared: share.bought ? 'bought' : 'offer' } as const)
  const plateProps = {
    ...offerProps,
    runnerName: name,
    children: isGift && <BuyForSelf {...results} buying={buying} shared="offer" />,
  }
  return (
    <>
      <div className="wrap pb-10 lg:grid lg:grid-cols-[minmax(0,1fr)_384px] lg:items-start lg:gap-14">
        <div className="min-w-0">
          <SharedHeader event={event} share={share} heading={heading} />
          {hasOffer && (
            <div ref={plateRef} className="mb-3 lg:hidden">
              <OfferPlate {...plateProps} />
            </div>
          )}
          <PhotoWall
            event={event}
            label={heading}
            count={photos.length}
            getPhoto={(index) => photos[index]}
            buying={buying}
            onOpen={(photo, index) => open(photo.photoId, index)}
          />
          <AboutLink className="lg:hidden" event={event} share={share} name={name} />
        </div>
        <aside className="pf-sidebar mt-10 hidden lg:block">
          {hasOffer && <OfferPlate {...plateProps} />}
          <AboutLink event={event} share={share} name={name} />
        </aside>
      </div>
      <OfferDock {...offerProps} plateRef={plateRef} hasPlate={hasOffer} />
      {buying.chosen.length > 0 && <PurchaseDock buying={buying} personPhotoCount={photos.length} wide />}
      {openedIndex >= 0 && (
        <Lightbox
          event={event}
          count={photos.length}
          getPhoto={(index) => photos[index]}
          index={openedIndex}
          buying={buying}
          onIndex={(index) => {
            const photo = photos[index]
            if (photo) open(photo.photoId, index, { replace: true })
          }}
          onClose={close}
        />
      )}
    </>
  )
}

function SharedHeader(props: { event: Event; share: SharedPhotos; heading: string }) {
  const { event, share, heading } = props
  const { language } = useLanguage()
  const { number, time, name } = share.person
  return (
    <header className="flex flex-wrap items-end justify-between gap-x-4 gap-y-2 pt-4 pb-3 lg:pt-9 lg:pb-4">
      <h1 className="display-d1 w-full">{heading}</h1>
      <p className="min-w-0 flex-1 basis-40 text-sm text-ink-2 lining-nums lg:text-base">
        <AppLink href={`/event/${event.eventId}`} className="block font-semibold hover:underline">
          {event.title}
        </AppLink>
        {formatDay(event.localDay, language)}
        {number !== null && name !== null && (
          <>
            {' · '}
            <Text id="search.shared.bib" values={{ number }} />
          </>
        )}
      </p>
      {time !== null && (
        <p className="display bg-accent px-3 pt-2 pb-1.5 text-[48px] leading-none! text-on-accent lining-nums lg:text-[84px]">
          <span className="sr-only">
            <Text id="search.shared.time" />{' '}
          </span>
          {time}
        </p>
      )}
    </header>
  )
}

/** Explains the link, and links other runners to their photos. */
function AboutLink(props: { event: Event; share: SharedPhotos; name: string | null; className?: string }) {
  const { event, share, name, className } = props
  const { language } = useLanguage()
  const until = formatDay(share.expiresOn.slice(0, 10), language)
  return (
    <div className={className}>
      <Button kind="outline" icon="face" full href={`/event/${event.eventId}`} className="mt-6">
        <Text id="search.shared.find" />
      </Button>
      <p className="mt-4 text-sm text-ink-2 lining-nums">
        {name === null ? (
          <Text id="search.shared.until" values={{ until }} />
        ) : (
          <Text id="search.shared.untilOf" values={{ name, until }} />
        )}
      </p>
    </div>
  )
}

function ShareNotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = useText()
  const isGone = isApiError(error, 'ShareNotFound')
  useTitle(text(isGone ? 'search.shared.gone' : 'loading.failed'))
  return (
    <NotLoaded
      title={isGone && <Text id="search.shared.gone" />}
      error={error}
      onRetry={isGone ? undefined : onRetry}
      actions={<SearchFallback isOnly={isGone} />}
    />
  )
}
