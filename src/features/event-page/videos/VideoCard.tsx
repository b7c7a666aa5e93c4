import { type Ref, useId, useState } from 'react'
import type { Video } from '../../../../contract/videos.ts'
import { formatMoney } from '../../../lib/format/money.ts'
import { formatDuration } from '../../../lib/format/time.ts'
import { Text, useLanguage, useText } from '../../../platform/language/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import type { Buying } from '../../photos/index.ts'

const focusPlayer = (player: HTMLVideoElement | null) => player?.focus()

interface VideoCardProps {
  video: Video
  buying: Buying
  /** Sets the level of the heading. */
  level: 2 | 3
  ref?: Ref<HTMLElement> | undefined
}

/** Shows a video with its player and the button that adds it to the cart. */
export function VideoCard({ video, buying, level, ref }: VideoCardProps) {
  const Heading = `h${level}` as const
  const text = useText()
  const { language } = useLanguage()
  const [playing, setPlaying] = useState(false)
  const [busy, setBusy] = useState(false)
  const product = buying.video
  const order = buying.boughtVideos.get(video.videoId)
  const titleId = useId()
  const buy = async () => {
    setBusy(true)
    await buying.buyVideo(video.videoId)
    setBusy(false)
  }
  const picture = video.poster && (
    <img
      src={video.poster.url}
      width={video.poster.width}
      height={video.poster.height}
      alt=""
      loading="lazy"
      className="absolute inset-0 size-full object-cover"
    />
  )
  const durationLabel = (
    <span className="absolute right-2 bottom-2 rounded-print bg-[#0c0f12] px-2 py-1 text-xs font-bold text-[#fff] lining-nums">
      {formatDuration(video.durationS)}
    </span>
  )
  return (
    <article ref={ref} tabIndex={-1} aria-labelledby={titleId}>
      <div className="pf-tile pf-tile-free aspect-video w-full bg-[#05070a]!">
        {playing && video.previewUrl !== null ? (
          // oxlint-disable-next-line jsx-a11y/media-has-caption -- race videos have no speech
          <video
            // the pressed button has been unmounted
            ref={focusPlayer}
            aria-label={video.title}
            src={video.previewUrl}
            poster={video.poster?.url}
            className="size-full object-contain"
            controls
            autoPlay
            playsInline
            controlsList="nodownload"
          />
        ) : video.previewUrl === null ? (
          <>
            {picture}
            {durationLabel}
          </>
        ) : (
          <button
            type="button"
            className="absolute inset-0 grid place-items-center"
            aria-label={`${text('events.video.play', { title: video.title })}, ${formatDuration(video.durationS)}`}
            onClick={() => setPlaying(true)}
          >
            {picture}
            <span className="relative grid size-16 place-items-center rounded-control bg-[#0c0f12] text-[#fff]">
              <Icon name="play" size={32} />
            </span>
            {durationLabel}
          </button>
        )}
      </div>
      <Heading id={titleId} className="mt-2.5 font-bold">
        {video.title}
      </Heading>
      {video.startNumber && (
        <p className="text-sm text-ink-2">
          <Text id="events.video.number" values={{ number: video.startNumber }} />
        </p>
      )}
      {video.previewUrl === null && (
        <p className="text-sm text-ink-2">
          <Text id="events.video.noPreview" />
        </p>
      )}
      {product &&
        (order ? (
          <Button
            kind="outline"
            icon="check"
            full
            className="mt-3"
            href={`/order/${order.orderId}`}
            aria-describedby={titleId}
          >
            <Text id="photos.lightbox.openOrder" />
          </Button>
        ) : buying.isVideoInCart(video.videoId) ? (
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
