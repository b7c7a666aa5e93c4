import { useState } from 'react'
import type { Event } from '../../../../contract/events.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { formatCount } from '../../../lib/format/count.ts'
import { formatDay } from '../../../lib/format/time.ts'
import { Text, useLanguage } from '../../../platform/language/index.ts'
import { lazyPart } from '../../../platform/loading/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { type Buying, getBoughtPhotoPath } from '../buying/use-buying.ts'
import { formatPhotoDetails } from '../photo-text.ts'
import type { AnswerIsMe } from './IsMeButtons.tsx'
import { IsMeButtons } from './LazyIsMeButtons.tsx'

/** Loads the price after the photo, because the price rules are large. */
const PriceInCart = lazyPart(() => import('../buying/PriceInCart.tsx').then((it) => it.PriceInCart))

interface Props {
  event: Event
  photo: Photo
  buying: Buying
  answerIsMe?: AnswerIsMe
}

/** Shows description, price and purchase, beside the photo on a wide screen and below it on a phone. */
export function LightboxSide({ event, photo, buying, answerIsMe }: Props) {
  const { language } = useLanguage()
  const isBought = buying.bought.has(photo.photoId)
  const detailsText = formatPhotoDetails(photo, event, language)
  const formatPixels = (count: number) => formatCount(count, language)
  return (
    <div className="px-4 lg:grid lg:gap-4.5 lg:px-0">
      <div className="hidden lg:block">
        {buying.canBuy && !isBought && (
          <p className="display min-h-[1lh] text-[64px]">
            <PriceInCart buying={buying} photo={photo} isLarge />
          </p>
        )}
        <p className="mt-2 text-ink-2">
          <Text
            id="photos.lightbox.about"
            values={{
              event: event.title,
              // keeps day and month on one line
              day: formatDay(event.localDay, language).replaceAll(' ', '\u00a0'),
              width: formatPixels(photo.width),
              height: formatPixels(photo.height),
            }}
          />
        </p>
        {detailsText && <p className="mt-2 text-ink-2">{detailsText}</p>}
      </div>
      {answerIsMe && <IsMeButtons photo={photo} answerIsMe={answerIsMe} className="hidden lg:grid" />}
      <div className="flex gap-2 *:first:flex-1 lg:flex-col">
        {(buying.canBuy || isBought) && <BuyButton photo={photo} buying={buying} />}
        {event.features.frames && (
          <Button
            kind="outline"
            icon="frame"
            className="px-4"
            href={`/event/${event.eventId}/frame?photo=${photo.photoId}`}
          >
            <Text id="photos.lightbox.frame" />
          </Button>
        )}
      </div>
    </div>
  )
}

function BuyButton({ photo, buying }: { photo: Photo; buying: Buying }) {
  const [busy, setBusy] = useState(false)
  const orderHref = getBoughtPhotoPath(buying.bought, photo.photoId)
  if (orderHref) {
    return (
      <Button kind="action" icon="check" href={orderHref}>
        <Text id="photos.lightbox.openOrder" />
      </Button>
    )
  }
  if (buying.inCart(photo.photoId)) {
    return (
      <Button kind="outline" icon="bag" href="/cart">
        <Text id="photos.lightbox.openCart" />
      </Button>
    )
  }
  const buy = async () => {
    setBusy(true)
    await buying.buy([photo])
    setBusy(false)
  }
  return (
    <Button kind="primary" busy={busy} className="px-2" onClick={() => void buy()}>
      <span>
        <span className="whitespace-nowrap">
          <Text id="photos.toCart" />
        </span>{' '}
        <PriceInCart buying={buying} photo={photo} />
      </span>
    </Button>
  )
}
