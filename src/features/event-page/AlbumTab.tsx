import { type ReactNode, useEffect, useRef } from 'react'
import { type Event, reportPoint } from '../../../contract/events.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { lazyPart } from '../../platform/loading/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Note } from '../../ui/feedback/Note.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import type { JustifiedRowsHandle } from '../../ui/media/JustifiedRows.tsx'
import { useMedia, wideScreen } from '../../ui/use-media.ts'
import {
  type AlbumFilter,
  AlbumFilterBar,
  AlbumRuler,
  isUnfiltered,
  Lightbox,
  NoFilteredPhotos,
  PhotoWall,
  PurchaseDock,
  useAlbum,
  useAlbumFilter,
  useAlbumTimes,
  useBuying,
  useLinkedPhoto,
  useOpenedPhoto,
} from '../photos/index.ts'
import { FindYourselfDock, LazyFindYourself } from '../search/index.ts'

const Ruler = lazyPart(() => import('../../ui/feedback/Ruler.tsx').then((it) => it.Ruler))

/** Hides the filters up to this many photos. */
const minPhotosForFilters = 30
/** Fewer tiles than are visible: most visitors search for themselves, and searching needs the app's code. */
const eagerTileCount = 4
/** From this many photos on, a time ruler is shown. */
const minPhotosForRuler = 60

/** Shows all photos of the event, with the search beside or below them. */
export function AlbumTab({ event }: { event: Event }) {
  const { filter, setFilter } = useAlbumFilter()
  const times = useAlbumTimes(event)
  const isWide = useMedia(wideScreen)
  return (
    <div className="wrap pt-3.5 pb-8 short:pt-1 lg:grid lg:grid-cols-[312px_minmax(0,1fr)] lg:items-start lg:gap-12 lg:pt-7">
      {isWide && (
        // the server cannot tell a narrow window of a desktop or a tablet from a wide one
        <aside className="pf-sidebar max-lg:hidden">
          <LazyFindYourself event={event} />
        </aside>
      )}
      <section className="min-w-0">
        <ProcessingProgress event={event} />
        {event.counts.photos > minPhotosForFilters && (
          <AlbumFilterBar event={event} filter={filter} onChange={setFilter} times={times} />
        )}
        <Album
          key={JSON.stringify(filter)}
          event={event}
          filter={filter}
          times={times}
          onShowAll={() => setFilter({})}
          dock={<FindYourselfDock event={event} />}
        >
          <FurtherOffers event={event} />
        </Album>
      </section>
    </div>
  )
}

/** Shows the photo report: photos of the day in general, commissioned by the organizer. */
export function ReportTab({ event }: { event: Event }) {
  return (
    <div className="wrap pt-3.5 pb-8 lg:pt-7">
      <p className="mb-3 text-sm text-ink-2 lg:text-base">
        <Text id="photos.report.lead" />
      </p>
      <Album event={event} filter={reportPart} dock={<FindYourselfDock event={event} />} />
    </div>
  )
}

const reportPart: AlbumFilter = { point: reportPoint }

interface AlbumProps {
  event: Event
  filter: AlbumFilter
  times?: ReturnType<typeof useAlbumTimes>
  /** Shows the whole album instead of its part. */
  onShowAll?: () => void
  /** Rendered in the dock while nothing is selected. */
  dock: ReactNode
  /** Rendered below the photos. */
  children?: ReactNode
}

function Album({ event, filter, times, onShowAll, dock, children }: AlbumProps) {
  const text = useText()
  const { album, onVisibleRange } = useAlbum(event, filter)
  const buying = useBuying(event)
  const { opened, open, close } = useOpenedPhoto()
  const gridRef = useRef<JustifiedRowsHandle>(null)

  const index = opened ? album.indexOf(opened.photoId) : -1
  const openedIndex = opened?.at
  useEffect(() => {
    if (openedIndex !== undefined) album.ensureLoaded(Math.max(0, openedIndex - 1), openedIndex + 2)
  }, [album, openedIndex])
  const total = album.total
  // photos were added before it since its address was made, or the address has no position
  const isElsewhere =
    opened !== null && index < 0 && (album.at(opened.at) !== undefined || opened.at >= total)
  const linkedPhoto = useLinkedPhoto(event, isElsewhere ? opened.photoId : undefined)

  const label = text(filter === reportPart ? 'photos.report.label' : 'events.album')
  return (
    <>
      {total === 0 ? (
        <EmptyAlbum filter={filter} onShowAll={onShowAll} />
      ) : (
        <>
          {times && total >= minPhotosForRuler && (
            <AlbumRuler
              gridRef={gridRef}
              count={total}
              times={times}
              filter={filter}
              timeZone={event.timeZone}
            />
          )}
          <PhotoWall
            ref={gridRef}
            event={event}
            label={label}
            count={total}
            version={album.version}
            getPhoto={(at) => album.at(at)}
            isFailed={(at) => album.isFailed(at)}
            onRetry={() => album.retry()}
            onRange={onVisibleRange}
            buying={buying}
            eagerTiles={eagerTileCount}
            onOpen={(photo, at) => open(photo.photoId, at)}
          />
        </>
      )}
      {children}
      {buying.chosen.length > 0 ? <PurchaseDock buying={buying} wide /> : dock}
      {linkedPhoto && (
        <Lightbox
          event={event}
          count={1}
          getPhoto={() => linkedPhoto}
          index={0}
          buying={buying}
          onIndex={() => undefined}
          onClose={close}
        />
      )}
      {index >= 0 && (
        <Lightbox
          event={event}
          count={total}
          getPhoto={(at) => {
            const photo = album.at(at)
            if (!photo) album.ensureLoaded(at, at + 1)
            return photo
          }}
          index={index}
          buying={buying}
          onIndex={(at) => {
            const photo = album.at(at)
            if (photo) open(photo.photoId, at, { replace: true })
            else album.ensureLoaded(at, at + 1)
          }}
          onClose={() => {
            gridRef.current?.show(index, { focus: true })
            close()
          }}
        />
      )}
    </>
  )
}

/** Offers further products for the event's photos. */
function FurtherOffers({ event }: { event: Event }) {
  return (
    <ul className="mt-7 border-b border-line">
      {event.features.frames && (
        <OfferRow icon="frame" href={`/event/${event.eventId}/frame`}>
          <Text id="frames.title" />
        </OfferRow>
      )}
      <OfferRow icon="tag" href={`/gift/${event.eventId}`}>
        <Text id="events.gift" />
      </OfferRow>
    </ul>
  )
}

function OfferRow({ icon, href, children }: { icon: IconName; href: string; children: ReactNode }) {
  return (
    <li className="border-t border-line">
      <AppLink href={href} className="flex min-h-15 items-center gap-3.5 py-2.5 font-semibold">
        <Icon name={icon} />
        <span className="grow">{children}</span>
        <Icon name="forward" size={20} />
      </AppLink>
    </li>
  )
}

function EmptyAlbum({ filter, onShowAll }: { filter: AlbumFilter; onShowAll?: () => void }) {
  if (isUnfiltered(filter) || !onShowAll) {
    return (
      <Note>
        <Text id="events.album.empty" />
      </Note>
    )
  }
  return <NoFilteredPhotos onShowAll={onShowAll} />
}

/** Shows the progress of the photo processing. */
function ProcessingProgress({ event }: { event: Event }) {
  const text = useText()
  const { photosReady, photosTotal } = event.processing
  if (photosReady >= photosTotal) return null
  const values = { ready: photosReady, total: photosTotal }
  return (
    <div className="mb-4">
      <p className="mb-1 text-sm font-semibold text-ink-2 lining-nums">
        <Text id="events.processing" values={values} />
      </p>
      {/* reserves the height of the ruler: prevents a layout shift when its code and styles arrive */}
      <div className="h-4">
        <Ruler
          size="sm"
          label={text('events.processing.label')}
          value={photosReady / photosTotal}
          valueText={text('events.processing', values)}
        />
      </div>
    </div>
  )
}
