import { useState } from 'react'
import type { Product } from '../../../contract/catalog.ts'
import { type Event, mayGetMorePhotos } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { Text } from '../../platform/language/index.ts'
import { Sum, useMoneyFormat } from '../../platform/money/index.ts'
import { useNavigate } from '../../platform/navigation/index.ts'
import { Bib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { usePurchases } from '../purchases/index.ts'
import { priceFramedPackage } from './price-framed.ts'

interface Props {
  event: Event
  product: Product
  /** Identifies the product of a single framed photo. */
  single: Product
  /** Photos that certainly show the person, as far as they are loaded. */
  photos: readonly Photo[]
  /** Total number of these photos. */
  count: number
  /** Adds the package to the cart. Returns false on failure. */
  buy: () => Promise<boolean>
  className?: string
}

/** Offers all photos of the person searched for, each in the frame. Hidden when all of them are bought. */
export function FramedPackage({ event, product, single, photos, count, buy, className }: Props) {
  const navigate = useNavigate()
  const formatMoney = useMoneyFormat()
  const [busy, setBusy] = useState(false)
  const { framed, paidFor } = usePurchases(event.eventId)
  const mayGrow = mayGetMorePhotos(event)
  const frameId = product.frame?.frameId ?? ''
  const isBought = (photoId: string) => framed.get(frameId)?.has(photoId) === true
  const price = priceFramedPackage(product, single, {
    photos: photos.filter(({ photoId }) => !isBought(photoId)),
    unloaded: count - photos.length,
    paid: paidFor(
      photos.map(({ photoId }) => photoId),
      frameId,
    ),
    mayGrow,
  })
  const buyPackage = async () => {
    setBusy(true)
    const isAdded = await buy()
    setBusy(false)
    // an entry still in the outbox is shown in the cart
    if (isAdded) navigate(navigator.onLine ? '/order' : '/cart')
  }
  if (!price) return null
  return (
    <Bib framed className={cx('w-full', className)} strip={<Text id="frames.package" values={{ count }} />}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4.5 pt-3.5 pb-7">
        <p className="min-w-0 flex-1 basis-36">
          <span className="display block text-[46px]">
            <Sum amount={price.sum} />
          </span>
          <span className="mt-1 block text-sm text-ink-2">
            {price.saved && (
              <span className="block">
                <Text id="frames.package.saved" values={{ sum: formatMoney(price.saved) }} />
              </span>
            )}
            {mayGrow && <Text id="frames.package.later" />}
          </span>
        </p>
        <Button className="flex-none max-[359px]:w-full" busy={busy} onClick={() => void buyPackage()}>
          <Text id="frames.package.buy" />
        </Button>
      </div>
    </Bib>
  )
}
