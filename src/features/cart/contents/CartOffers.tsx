import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Text } from '../../../platform/language/index.ts'
import { Sum, useMoneyFormat } from '../../../platform/money/index.ts'
import { isSingleRunnerSearch, readFoundPhotos } from '../../../platform/search-token/index.ts'
import { getEventSearch } from '../../../platform/storage/index.ts'
import { Bib } from '../../../ui/Bib.tsx'
import { Button } from '../../../ui/Button.tsx'
import { TextLink } from '../../../ui/TextLink.tsx'
import {
  buildUnloadedPhotos,
  findCheapest,
  findProduct,
  getPhotoOfItem,
  type PhotoToPrice,
  type RunnerPackage,
  useProducts,
} from '../../catalog/index.ts'
import { usePurchases } from '../../purchases/index.ts'
import { addItems } from '../changes/add.ts'
import { isGift } from '../changes/gifts.ts'
import { findNextDiscount, findPackageOffer, type ItemGroup, type PackageOffer } from '../totals.ts'
import { Thresholds } from './Thresholds.tsx'

/** Offers that make the same photos cheaper: the next price tier, or the package of all photos. */
export function CartOffers({ group }: { group: ItemGroup }) {
  const hasTiers = group.items.some((item) => item.product.productType === 'photo' || isGift(item))
  const search = useAtomValue(getEventSearch(group.eventId).token.atom)
  const { products } = useProducts(hasTiers ? group.catalogId : null, search?.subject.distance)
  const purchases = usePurchases(group.eventId)
  const single = findProduct(products, 'photo')
  const photos = search && isSingleRunnerSearch(group.eventId) ? listRunnerPhotos(group, search.total) : []
  const hasPackage = group.items.some(({ product }) => product.productType === 'photos_with_me')
  const product = hasPackage ? undefined : findCheapest(products, 'photos_with_me')
  const runner: RunnerPackage | undefined = product && {
    product,
    single,
    photos: photos.filter(({ photoId }) => !purchases.photos.has(photoId)),
    paid: purchases.paidFor(photos.map(({ photoId }) => photoId)),
    // the cart does not know the event: the package is not priced as its photos
    mayGrow: true,
  }
  const photoProgress = findNextDiscount(group.items, single, runner)
  const giftProgress = findNextDiscount(group.items, findProduct(products, 'promocode'))
  const offer = findPackageOffer(group.items, runner, products, photos.length)
  if (!photoProgress && !giftProgress && !offer) return null
  return (
    <div className="grid gap-4 py-4">
      {photoProgress && (
        <div>
          <Thresholds kind="steps" progress={photoProgress} />
          {photoProgress.next && (
            <TextLink small icon="plus" href={`/event/${group.eventId}${search ? '/my' : ''}`}>
              <Text id="cart.steps.add" />
            </TextLink>
          )}
        </div>
      )}
      {giftProgress && <Thresholds kind="gifts" progress={giftProgress} />}
      {offer && <PackageOfferCard offer={offer} group={group} />}
    </div>
  )
}

/**
 * Returns the photos of the runner last searched for. Without stored results, the photos in the cart count as the runner's, with
 * placeholders for the others.
 */
function listRunnerPhotos({ eventId, items }: ItemGroup, total: number): readonly PhotoToPrice[] {
  const found = readFoundPhotos(eventId)
  if (found) return found
  const inCart = items.flatMap((item) =>
    item.product.productType === 'photo' ? (getPhotoOfItem(item) ?? []) : [],
  )
  return [...inCart, ...buildUnloadedPhotos(total - inCart.length)]
}

function PackageOfferCard({ offer, group }: { offer: PackageOffer; group: ItemGroup }) {
  const formatMoney = useMoneyFormat()
  const [busy, setBusy] = useState(false)
  const switchToPackage = async () => {
    setBusy(true)
    // the service removes the single photos that the package contains
    const { productId, title, productType } = offer.product
    await addItems({
      eventId: group.eventId,
      event: group,
      additions: [{ item: { productId }, shownItem: { title, productType, price: offer.price } }],
      tokenScope: 'person',
    })
    setBusy(false)
  }
  return (
    <Bib framed strip={<Text id="cart.package.strip" values={{ count: offer.count }} />}>
      <div className="px-4.5 pt-3.5 pb-7">
        <Button
          full
          busy={busy}
          className="whitespace-normal lining-nums"
          onClick={() => void switchToPackage()}
        >
          <span>
            <Text id="cart.package.change" /> — <Sum amount={offer.price} />
          </span>
        </Button>
        <p className="mt-2 text-sm font-semibold lining-nums">
          {offer.additional ? (
            <Text
              id={offer.additional.price.amount > 0 ? 'cart.package.more' : 'cart.package.free'}
              values={{ count: offer.additional.count, price: formatMoney(offer.additional.price) }}
            />
          ) : (
            <Text id="cart.package.cheaper" values={{ sum: formatMoney(offer.replacedSum) }} />
          )}
        </p>
      </div>
    </Bib>
  )
}
