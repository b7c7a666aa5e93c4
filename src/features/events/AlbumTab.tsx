import { type ReactNode, useEffect, useRef } from 'react'
import { type Event, reportPoint } from '../../../contract/events.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { late } from '../../platform/loading/index.ts'
import { Button } from '../../ui/Button.tsx'
import type { JustifiedRowsHandle } from '../../ui/JustifiedRows.tsx'
import { Note } from '../../ui/Note.tsx'
import { useMedia, wideScreen } from '../../ui/use-media.ts'
import {
  type AlbumPart,
  AlbumRuler,
  countsOfPoints,
  isWhole,
  Lightbox,
  PartBar,
  PhotoWall,
  PurchaseDock,
  timeBounds,
  useAlbum,
  useAlbumPart,
  useAlbumTimes,
  useBuying,
  useOpenedPhoto,
} from '../photos/index.ts'
import { FindYourself, FindYourselfDock } from '../search/index.ts'

const Ruler = late(() => import('../../ui/Ruler.tsx').then((it) => it.Ruler))

/** From how many photos on a ruler of time leads through them. */
const worthARuler = 60

/** All photos of the event, with the ways to find oneself beside or below them. */
export function AlbumTab({ event }: { event: Event }) {
  const { part, setPart } = useAlbumPart()
  const times = useAlbumTimes(event)
  const isWide = useMedia(wideScreen)
  return (
    <div className="wrap pt-3.5 pb-8 lg:grid lg:grid-cols-[312px_minmax(0,1fr)] lg:items-start lg:gap-12 lg:pt-7">
      {isWide && (
        <aside className="pf-aside">
          <FindYourself event={event} />
        </aside>
      )}
      <section className="min-w-0">
        <Processing event={event} />
        {event.counts.photos > 0 && (
          <PartBar
            event={event}
            part={part}
            onChange={setPart}
            counts={times && countsOfPoints(times, { ...part, point: undefined })}
            bounds={timeBounds(times, part.point)}
            className="mb-3"
          />
        )}
        <Album
          key={JSON.stringify(part)}
          event={event}
          part={part}
          times={times}
          onWhole={() => setPart({})}
          dock={<FindYourselfDock event={event} />}
        />
      </section>
    </div>
  )
}

/** The photo report: what the organizer had taken of the day, of nobody in particular. */
export function ReportTab({ event }: { event: Event }) {
  return (
    <div className="wrap pt-3.5 pb-8 lg:pt-7">
      <Album event={event} part={report} dock={null} />
    </div>
  )
}

const report: AlbumPart = { point: reportPoint }

interface AlbumProps {
  event: Event
  part: AlbumPart
  times?: ReturnType<typeof useAlbumTimes>
  /** Shows the whole album instead of its part. */
  onWhole?: () => void
  /** Stands at the foot while nothing is chosen. */
  dock: ReactNode
}

function Album({ event, part, times, onWhole, dock }: AlbumProps) {
  const text = useText()
  const { album, look } = useAlbum(event, part)
  const buying = useBuying(event)
  const { opened, open, close } = useOpenedPhoto()
  const wall = useRef<JustifiedRowsHandle>(null)

  const index = opened ? album.indexOf(opened.photoId) : -1
  const hint = opened?.at
  useEffect(() => {
    if (hint !== undefined) album.want(Math.max(0, hint - 1), hint + 2)
  }, [album, hint])
  // an address of long ago may point beside its photo; the one in its place is shown then
  const shown = index >= 0 ? index : hint !== undefined && album.at(hint) ? hint : -1

  const total = album.total
  const label = text(part === report ? 'photos.report.label' : 'events.album')
  return (
    <>
      {total === 0 ? (
        <Nothing part={part} onWhole={onWhole} />
      ) : (
        <>
          {times && total >= worthARuler && (
            <AlbumRuler wall={wall} count={total} times={times} part={part} timeZone={event.timeZone} />
          )}
          <PhotoWall
            ref={wall}
            event={event}
            label={label}
            count={total}
            version={album.version}
            photoAt={(at) => album.at(at)}
            isFailed={(at) => album.isFailed(at)}
            onRetry={() => album.retry()}
            onRange={look}
            below={event.cover !== null}
            buying={buying}
            onOpen={(photo, at) => open(photo.photoId, at)}
          />
        </>
      )}
      {buying.chosen.length > 0 ? <PurchaseDock buying={buying} wide /> : dock}
      {shown >= 0 && (
        <Lightbox
          event={event}
          count={total}
          photoAt={(at) => {
            const photo = album.at(at)
            if (!photo) album.want(at, at + 1)
            return photo
          }}
          index={shown}
          buying={buying}
          onIndex={(at) => {
            const photo = album.at(at)
            if (photo) open(photo.photoId, at, { replace: true })
            else album.want(at, at + 1)
          }}
          onClose={() => {
            wall.current?.show(shown, { focus: true })
            close()
          }}
        />
      )}
    </>
  )
}

function Nothing({ part, onWhole }: { part: AlbumPart; onWhole?: () => void }) {
  if (isWhole(part) || !onWhole) {
    return (
      <Note>
        <Text id="events.album.empty" />
      </Note>
    )
  }
  return (
    <Note
      role="status"
      action={
        <Button size="sm" kind="outline" onClick={onWhole}>
          <Text id="photos.part.whole" />
        </Button>
      }
    >
      <Text id="photos.part.nothing" />
    </Note>
  )
}

/** How far the arriving photos have come. */
function Processing({ event }: { event: Event }) {
  const text = useText()
  const { photosReady, photosTotal } = event.processing
  if (photosReady >= photosTotal) return null
  const values = { ready: photosReady, total: photosTotal }
  return (
    <div className="mb-4">
      <p className="mb-1 text-sm font-semibold text-ink-2 lining-nums">
        <Text id="events.processing" values={values} />
      </p>
      {/* the height of the ruler: nothing moves when its code and styles arrive */}
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
