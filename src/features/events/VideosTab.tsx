import { useId, useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { listVideos, type Video } from '../../../contract/videos.ts'
import { request } from '../../lib/api.ts'
import { formatMoney } from '../../lib/money.ts'
import { formatDuration } from '../../lib/time.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { PartNotLoaded, useLoaded } from '../../platform/loading/index.ts'
import { useQuery } from '../../platform/navigation/index.ts'
import { withSearchToken } from '../../platform/search-token/index.ts'
import { eventSearch } from '../../platform/storage/index.ts'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { type Buying, useBuying } from '../photos/index.ts'
import { VideosSkeleton } from './VideosSkeleton.tsx'

/** The event's videos; those of the runner who was searched for come first and alone when there are any. */
export function VideosTab({ event }: { event: Event }) {
  const last = eventSearch(event.eventId).last.read()
  const number = useQuery().get('number') ?? (last?.by === 'number' ? last.number : undefined)
  const videos = useLoaded(`${event.albumId} ${number ?? ''}`, (signal) =>
    withSearchToken(event.eventId, 'event', (token) =>
      request(listVideos, {
        query: { albumId: event.albumId, myStartNumber: number, count: 100 },
        token,
        signal,
      }),
    ),
  )
  const buying = useBuying(event)
  if (!videos.value) {
    if (videos.state === 'failed') {
      return (
        <div className="wrap py-6">
          <PartNotLoaded error={videos.error} onRetry={videos.reload} />
        </div>
      )
    }
    return <VideosSkeleton />
  }
  const { items } = videos.value
  if (items.length === 0) {
    return (
      <div className="wrap py-8">
        <EmptyState title={<Text id="events.video.none.title" />}>
          <p role="status">
            <Text id="events.video.none.text" />
          </p>
        </EmptyState>
      </div>
    )
  }
  return (
    <div className="wrap py-5 lg:py-7">
      <p className="mb-4 text-sm text-ink-2">
        {number ? <Text id="events.video.ofNumber" values={{ number }} /> : <Text id="events.video.hint" />}
      </p>
      <ul className="grid gap-x-8 gap-y-8 md:grid-cols-2 lg:grid-cols-3">
        {items.map((video) => (
          <li key={video.videoId}>
            <VideoCard video={video} buying={buying} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const takeFocus = (player: HTMLVideoElement | null) => player?.focus()

function VideoCard({ video, buying }: { video: Video; buying: Buying }) {
  const text = useText()
  const { language } = useLanguage()
  const [playing, setPlaying] = useState(false)
  const [busy, setBusy] = useState(false)
  const product = buying.video
  const titleId = useId()
  const buy = async () => {
    setBusy(true)
    await buying.buyVideo(video.videoId)
    setBusy(false)
  }
  return (
    <article>
      <div className="pf-tile pf-tile-free aspect-video w-full bg-[#05070a]!">
        {playing ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- race videos have no speech
          <video
            // the button that was pressed is gone
            ref={takeFocus}
            aria-label={video.title}
            src={video.previewUrl}
            poster={video.poster?.url}
            className="size-full object-contain"
            controls
            autoPlay
            playsInline
            controlsList="nodownload"
          />
        ) : (
          <button
            type="button"
            className="absolute inset-0 grid place-items-center"
            aria-label={`${text('events.video.play', { title: video.title })}, ${formatDuration(video.durationS)}`}
            onClick={() => setPlaying(true)}
          >
            {video.poster && (
              <img
                src={video.poster.url}
                width={video.poster.width}
                height={video.poster.height}
                alt=""
                loading="lazy"
                className="absolute inset-0 size-full object-cover"
              />
            )}
            <span className="relative grid size-16 place-items-center rounded-control bg-[#0c0f12] text-[#fff]">
              <Icon name="play" size={32} />
            </span>
            <span className="absolute right-2 bottom-2 rounded-print bg-[#0c0f12] px-2 py-1 text-xs font-bold text-[#fff] lining-nums">
              {formatDuration(video.durationS)}
            </span>
          </button>
        )}
      </div>
      <h2 id={titleId} className="mt-2.5 font-bold">
        {video.title}
      </h2>
      {video.startNumber && (
        <p className="text-sm text-ink-2">
          <Text id="events.video.number" values={{ number: video.startNumber }} />
        </p>
      )}
      {product &&
        (buying.videoInCart(video.videoId) ? (
          <Button kind="outline" icon="bag" full className="mt-3" href="/cart" aria-describedby={titleId}>
            <Text id="photos.lightbox.openCart" />
          </Button>
        ) : (
          <Button full className="mt-3" busy={busy} aria-describedby={titleId} onClick={() => void buy()}>
            <span>
              <Text id="photos.toCart" />{' '}
              <span className="ml-2 whitespace-nowrap lining-nums">
                {formatMoney(product.price, language).text}
              </span>
            </span>
          </Button>
        ))}
    </article>
  )
}
