import type { Event } from '../../../contract/events.ts'
import { getEvent } from '../../../contract/events.ts'
import { getShare, type Photo, type SharedPhotos } from '../../../contract/photos.ts'
import { isApiError, request } from '../../lib/api.ts'
import { formatDay } from '../../lib/time.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { NotLoaded, useLoaded } from '../../platform/loading/index.ts'
import { useParams, useTitle } from '../../platform/navigation/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { BibNumber } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { Lightbox, lookingOnly, PhotoWall, useOpenedPhoto } from '../photos/index.ts'
import { Elsewhere } from './Elsewhere.tsx'
import { ResultsSkeleton } from './ResultsSkeleton.tsx'

const pageSize = 100

interface Shared {
  event: Event
  share: SharedPhotos
  photos: readonly Photo[]
}

async function loadShared(shareId: string, signal: AbortSignal): Promise<Shared> {
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

/** `/shared/:id`: the photos that somebody shows to a friend. To look at, with the mark; nothing to buy in her name. */
export function SharedPage() {
  const { id } = useParams<'/shared/:id'>()
  const { language } = useLanguage()
  const loaded = useLoaded(`${language} ${id}`, (signal) => loadShared(id, signal))
  if (loaded.value) return <Photos {...loaded.value} />
  if (loaded.state === 'failed') return <NotShown error={loaded.error} onRetry={loaded.reload} />
  return <ResultsSkeleton />
}

function Photos({ event, share, photos }: Shared) {
  const text = useText()
  const { language } = useLanguage()
  const { opened, open, close } = useOpenedPhoto()
  const { name, number } = share.person
  const heading = name ? text('search.shared.of', { name }) : text('search.shared.title')
  useTitle(`${heading}, ${event.title}`)
  const known = opened ? photos.findIndex(({ photoId }) => photoId === opened.photoId) : -1
  return (
    <div className="wrap pb-10">
      <header className="flex items-end justify-between gap-4 pt-5 pb-4.5 lg:pt-10 lg:pb-7.5">
        <div className="min-w-0">
          <h1 className="display-d1">{heading}</h1>
          <p className="mt-2.5 text-ink-2">
            <AppLink href={`/event/${event.eventId}`} className="font-semibold hover:underline">
              {event.title}
            </AppLink>
            {', '}
            {formatDay(event.localDay, language)}
          </p>
          <p className="mt-1 text-sm text-ink-2 lining-nums">
            <Text id="search.shared.count" values={{ count: photos.length }} />
          </p>
        </div>
        {number && (
          <BibNumber
            className="w-25 flex-none max-[374px]:hidden lg:w-40 lg:[&_b]:text-[64px]"
            caption={text('search.shared.bib')}
            number={number}
          />
        )}
      </header>
      <PhotoWall
        event={event}
        label={heading}
        count={photos.length}
        photoAt={(at) => photos[at]}
        buying={lookingOnly}
        onOpen={(photo, at) => open(photo.photoId, at)}
      />
      <section className="mt-12 max-w-[34rem] border-t border-line pt-8" aria-labelledby="shared-too">
        <h2 id="shared-too" className="display-d2">
          <Text id="search.shared.too" />
        </h2>
        <p className="mt-2 mb-4 text-ink-2">
          <Text id="search.shared.tooText" />
        </p>
        <Button kind="primary" icon="face" full href={`/event/${event.eventId}`}>
          <Text id="search.shared.find" />
        </Button>
      </section>
      {known >= 0 && (
        <Lightbox
          event={event}
          count={photos.length}
          photoAt={(at) => photos[at]}
          index={known}
          buying={lookingOnly}
          onIndex={(at) => {
            const photo = photos[at]
            if (photo) open(photo.photoId, at, { replace: true })
          }}
          onClose={close}
        />
      )}
    </div>
  )
}

function NotShown({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const text = useText()
  const gone = isApiError(error, 'ShareNotFound')
  useTitle(text(gone ? 'search.shared.gone' : 'loading.failed'))
  return (
    <NotLoaded
      title={gone && <Text id="search.shared.gone" />}
      error={error}
      onRetry={gone ? undefined : onRetry}
      actions={<Elsewhere isOnly={gone} />}
    />
  )
}
