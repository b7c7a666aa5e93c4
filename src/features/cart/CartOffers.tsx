import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Text } from '../../platform/language/index.ts'
import { Sum, useSum } from '../../platform/money/index.ts'
import { isOneRunner, readFoundIds } from '../../platform/search-token/index.ts'
import { eventSearch } from '../../platform/storage/index.ts'
import { Bib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { findCheapest, findProduct, type RunnerPackage, useProducts } from '../catalog/index.ts'
import { usePurchases } from '../purchases/index.ts'
import { addItems } from './add.ts'
import { isGift } from './gifts.ts'
import { Thresholds } from './Thresholds.tsx'
import { findNextDiscount, type ItemGroup, type Offer, packageOffer } from './totals.ts'

/** Offers that make the same photos cheaper: the next price tier, or the package of all photos. */
export function CartOffers({ group }: { group: ItemGroup }) {
  const hasTiers = group.items.some((item) => item.product.productType === 'photo' || isGift(item))
  const found = useAtomValue(eventSearch(group.eventId).token.atom)
  const { products } = useProducts(hasTiers ? group.catalogId : null, found?.subject.distance)
  const purchases = usePurchases(group.eventId)
  const single = findProduct(products, 'photo')
  const photoIds = found && isOneRunner(group.eventId) ? listRunnerPhotos(group, found.total) : []
  const hasPackage = group.items.some(({ product }) => product.productType === 'photos_with_me')
  const product = hasPackage ? undefined : findCheapest(products, 'photos_with_me')
  const runner: RunnerPackage | undefined = product && {
    product,
    single,
    photoIds: photoIds.filter((photoId) => !purchases.photos.has(photoId)),
    paid: purchases.paidFor(photoIds),
    // the cart does not know the event: the package is not priced as its photos
    mayGrow: true,
  }
  const ladder = findNextDiscount(group.items, single, runner)
  const gifts = findNextDiscount(group.items, findProduct(products, 'promocode'))
  const offer = packageOffer(group.items, runner, products, photoIds.length)
  if (!ladder && !gifts && !offer) return null
  return (
    <div className="grid gap-4 py-4">
      {ladder && (
        <div>
          <Thresholds of="steps" ladder={ladder} />
          {ladder.next && (
            <TextLink small icon="plus" href={`/event/${group.eventId}${found ? '/my' : ''}`}>
              <Text id="cart.steps.add" />
            </TextLink>
          )}
        </div>
      )}
      {gifts && <Thresholds of="gifts" ladder={gifts} />}
      {offer && <PackagePlate offer={offer} group={group} />}
    </div>
  )
}

/**
 * Returns the photos of the runner last searched for. Without stored results, the photos in the cart count as the runner's, with
 * placeholders for the others.
 */
function listRunnerPhotos({ eventId, items }: ItemGroup, total: number): readonly string[] {
  const found = readFoundIds(eventId)
  if (found) return found
  const inCart = items.flatMap(({ product, photoId }) =>
    product.productType === 'photo' && photoId !== undefined ? [photoId] : [],
  )
  const others = Math.max(0, total - inCart.length)
  return [...inCart, ...Array.from({ length: others }, (_, at) => `unloaded ${at}`)]
}

function PackagePlate({ offer, group }: { offer: Offer; group: ItemGroup }) {
  const sum = useSum()
  const [busy, setBusy] = useState(false)
  const change = async () => {
    setBusy(true)
    // the service removes the single photos that the package contains
    const { productId, title, productType } = offer.product
    await addItems({
      eventId: group.eventId,
      event: group,
      additions: [{ item: { productId }, drawn: { title, productType, price: offer.price } }],
      reach: 'person',
    })
    setBusy(false)
  }
  return (
    <Bib framed strip={<Text id="cart.package.strip" values={{ count: offer.count }} />}>
      <div className="px-4.5 pt-3.5 pb-7">
        <Button full busy={busy} className="whitespace-normal lining-nums" onClick={() => void change()}>
          <span>
            <Text id="cart.package.change" /> — <Sum of={offer.price} />
          </span>
        </Button>
        <p className="mt-2 text-sm font-semibold lining-nums">
          {offer.more ? (
            <Text
              id={offer.more.price.amount > 0 ? 'cart.package.more' : 'cart.package.free'}
              values={{ count: offer.more.count, price: sum(offer.more.price) }}
            />
          ) : (
            <Text id="cart.package.cheaper" values={{ sum: sum(offer.instead) }} />
          )}
        </p>
      </div>
    </Bib>
  )
}
