import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Text } from '../../platform/language/index.ts'
import { Sum, useSum } from '../../platform/money/index.ts'
import { eventSearch } from '../../platform/storage/index.ts'
import { Bib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { TextLink } from '../../ui/TextLink.tsx'
import { productOf, useProducts } from '../catalog/index.ts'
import { addItems } from './add.ts'
import { isGift } from './gifts.ts'
import { Thresholds } from './Thresholds.tsx'
import { type ItemGroup, ladderOf, type Offer, packageOffer } from './totals.ts'

/** Offers that make the same photos cheaper: the next price tier, or the package of all photos. */
export function CartOffers({ group }: { group: ItemGroup }) {
  const hasTiers = group.items.some((item) => item.product.productType === 'photo' || isGift(item))
  const found = useAtomValue(eventSearch(group.eventId).token.atom)
  const { products } = useProducts(hasTiers ? group.catalogId : null, found?.subject.distance)
  const ladder = ladderOf(group.items, productOf(products, 'photo'))
  const gifts = ladderOf(group.items, productOf(products, 'promocode'))
  const offer = found
    ? packageOffer(group.items, productOf(products, 'photos_with_me'), found.total)
    : undefined
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

function PackagePlate({ offer, group }: { offer: Offer; group: ItemGroup }) {
  const sum = useSum()
  const [busy, setBusy] = useState(false)
  const change = async () => {
    setBusy(true)
    // the service removes the single photos that the package contains
    const { productId, title, productType, price } = offer.product
    await addItems({
      eventId: group.eventId,
      event: group,
      things: [{ item: { productId }, drawn: { title, productType, price } }],
      reach: 'person',
    })
    setBusy(false)
  }
  return (
    <Bib framed strip={<Text id="cart.package.strip" values={{ count: offer.count }} />}>
      <div className="px-4.5 pt-3.5 pb-7">
        <Button full busy={busy} className="whitespace-normal lining-nums" onClick={() => void change()}>
          <span>
            <Text id="cart.package.change" /> — <Sum of={offer.product.price} />
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
