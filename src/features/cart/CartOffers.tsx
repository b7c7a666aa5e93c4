import { useAtomValue } from 'jotai'
import { useState } from 'react'
import { Text, useText } from '../../platform/language/index.ts'
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

/** How the same photos become cheaper: a few more of them, or all of them at once. */
export function CartOffers({ group }: { group: ItemGroup }) {
  const hasTiers = group.items.some((item) => item.product.productType === 'photo' || isGift(item))
  const { products } = useProducts(hasTiers ? group.catalogId : null)
  const search = eventSearch(group.eventId)
  const found = useAtomValue(search.token.atom)
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
  const text = useText()
  const sum = useSum()
  const [busy, setBusy] = useState(false)
  const change = async () => {
    setBusy(true)
    // the service takes the single photos out that the package contains
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
      <div className="flex flex-wrap items-center justify-between gap-3 px-4.5 pt-3.5 pb-7">
        <div className="min-w-0">
          <p className="display text-[46px]">
            <Sum of={offer.product.price} />
          </p>
          <p className="mt-1 text-sm text-ink-2">
            {offer.more ? (
              <Text
                id="cart.package.more"
                values={{ count: offer.more.count, price: sum(offer.more.price) }}
              />
            ) : (
              <Text id="cart.package.cheaper" values={{ sum: sum(offer.instead) }} />
            )}
          </p>
        </div>
        <Button busy={busy} onClick={() => void change()} aria-label={text('cart.package.changeLabel')}>
          <Text id="cart.package.change" />
        </Button>
      </div>
    </Bib>
  )
}
