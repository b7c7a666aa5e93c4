import { useEffect, useRef } from 'react'
import type { Event } from '../../../contract/events.ts'
import { Text, useText } from '../../platform/language/index.ts'
import type { JustifiedRowsHandle } from '../../ui/JustifiedRows.tsx'
import { Note } from '../../ui/Note.tsx'
import { Ruler } from '../../ui/Ruler.tsx'
import { Lightbox, PhotoWall, PurchaseDock, useAlbum, useBuying, useOpenedPhoto } from '../photos/index.ts'
import { FindYourself, FindYourselfDock } from '../search/index.ts'

/** All photos of the event, with the ways to find oneself beside or below them. */
export function AlbumTab({ event }: { event: Event }) {
  const text = useText()
  const { album, look } = useAlbum(event)
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
  return (
    <div className="wrap pt-3.5 pb-8 lg:grid lg:grid-cols-[312px_minmax(0,1fr)] lg:items-start lg:gap-12 lg:pt-7">
      <aside className="sticky top-22 hidden lg:block">
        <FindYourself event={event} />
      </aside>
      <section aria-label={text('events.album')}>
        <Processing event={event} />
        {total === 0 ? (
          <Note>
            <Text id="events.album.empty" />
          </Note>
        ) : (
          <PhotoWall
            ref={wall}
            event={event}
            label={text('events.album')}
            count={total}
            version={album.version}
            photoAt={(at) => album.at(at)}
            isFailed={(at) => album.isFailed(at)}
            onRetry={() => album.retry()}
            onRange={look}
            buying={buying}
            onOpen={(photo, at) => open(photo.photoId, at)}
          />
        )}
      </section>
      {buying.chosen.length > 0 ? <PurchaseDock buying={buying} wide /> : <FindYourselfDock event={event} />}
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
    </div>
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
      <Ruler
        size="sm"
        label={text('events.processing.label')}
        value={photosReady / photosTotal}
        valueText={text('events.processing', values)}
      />
    </div>
  )
}
