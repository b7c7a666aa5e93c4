import { useState } from 'react'
import { type Event, mayGetMorePhotos } from '../../../../contract/events.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { useNavigate } from '../../../platform/navigation/index.ts'
import { buildUnloadedPhotos } from '../../catalog/index.ts'
import type { Buying } from '../../photos/index.ts'
import { chooseOffer, type Offer } from './offer.ts'

/** Describes the results that an offer is made for. */
export interface OfferedResults {
  event: Event
  /** The photos that certainly show the runner, as far as they are loaded. */
  surePhotos: readonly Photo[]
  /** Total number of these photos. */
  count: number
  /** Whether further photos may show the runner but are not confirmed. */
  hasPossiblePhotos: boolean
}

export interface OfferInput extends OfferedResults {
  buying: Buying
  /**
   * Set on a shared link, whose visitors are not the runner: `gift` to give the photos to the runner, `bought` when the runner
   * has them already.
   */
  shared?: 'offer' | 'gift' | 'bought'
}

export interface CurrentOffer {
  /** Absent while loading, when all is bought, and when the event sells nothing. */
  readonly offer: Offer | undefined
  readonly bought: readonly Photo[]
  /** Number of photos that are not bought yet. */
  readonly remainingCount: number
}

/** Returns the offer for all photos of a runner that are not bought yet. */
export function findCurrentOffer(input: OfferInput): CurrentOffer {
  const { buying, count, surePhotos, event, hasPossiblePhotos, shared } = input
  const bought = surePhotos.filter(({ photoId }) => buying.bought.has(photoId))
  const remainingCount = count - bought.length
  if (buying.isLoading || remainingCount === 0) return { offer: undefined, bought, remainingCount }
  const unboughtPhotos = surePhotos.filter(({ photoId }) => !buying.bought.has(photoId))
  const offer = chooseOffer(buying, {
    photos: [...unboughtPhotos, ...buildUnloadedPhotos(count - surePhotos.length)],
    hasPossiblePhotos,
    paid: buying.priceBasis?.paidFor(surePhotos.map(({ photoId }) => photoId)) ?? 0,
    mayGrow: !shared && mayGetMorePhotos(event),
  })
  return { offer, bought, remainingCount }
}

/** Returns a function that puts the photos into the cart and leads to the checkout, and whether they are in the cart. */
export function useBuyAll({ buying, count, surePhotos, shared }: OfferInput, tariff: Offer['tariff']) {
  const navigate = useNavigate()
  const [isBuying, setBuying] = useState(false)
  const unboughtPhotos = surePhotos.filter(({ photoId }) => !buying.bought.has(photoId))
  return {
    isInCart: buying.isPackageInCart || unboughtPhotos.every(({ photoId }) => buying.inCart(photoId)),
    busy: isBuying || (tariff === 'singles' && surePhotos.length < count),
    buyAll: async (chosenTariff: Offer['tariff']) => {
      setBuying(true)
      const packageProduct = chosenTariff === 'package' && !shared ? buying.personalPackage : undefined
      // the service charges no more for single photos than for their package
      const isAdded = packageProduct
        ? await buying.buyPackage(packageProduct)
        : await buying.buy(unboughtPhotos)
      setBuying(false)
      // an entry still in the outbox is shown in the cart
      if (isAdded) navigate(navigator.onLine ? '/order' : '/cart')
    },
  }
}

/** Returns the text id of the button. */
export function chooseButtonText(shared: OfferInput['shared'], hasBoughtSome: boolean) {
  if (hasBoughtSome) return 'search.offer.buyRest'
  if (shared === 'bought') return 'search.shared.buyToo'
  if (shared === 'gift') return 'search.shared.gift'
  return shared ? 'search.shared.buy' : 'search.offer.buy'
}
