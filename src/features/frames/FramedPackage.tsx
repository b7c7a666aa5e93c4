import { useState } from 'react'
import type { Product } from '../../../contract/catalog.ts'
import { priceAlike } from '../../../contract/price-rules.ts'
import { Text } from '../../platform/language/index.ts'
import { Sum, useSum } from '../../platform/money/index.ts'
import { useNavigate } from '../../platform/navigation/index.ts'
import { Bib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'

interface Props {
  product: Product
  /** The product of a single framed photo. */
  single: Product
  count: number
  /** More photos of the event may still be added. */
  mayGrow: boolean
  /** Adds the package to the cart. Returns false on failure. */
  buy: () => Promise<boolean>
  className?: string
}

/** All photos of the person searched for, each in the frame. */
export function FramedPackage({ product, single, count, mayGrow, buy, className }: Props) {
  const navigate = useNavigate()
  const sum = useSum()
  const [busy, setBusy] = useState(false)
  const tiers = single.priceTiers.map(({ from, price }) => ({ from, price: price.amount }))
  const apart = priceAlike({ productType: 'frame', price: single.price.amount, tiers }, count)
  const saved = apart - product.price.amount
  // when no more photos can be added, the service charges the single prices where they are lower
  const price = {
    ...product.price,
    amount: mayGrow ? product.price.amount : Math.min(product.price.amount, apart),
  }
  const take = async () => {
    setBusy(true)
    const isIn = await buy()
    setBusy(false)
    // an entry still in the outbox is shown in the cart
    if (isIn) navigate(navigator.onLine ? '/order' : '/cart')
  }
  return (
    <Bib framed className={cx('w-full', className)} strip={<Text id="frames.package" values={{ count }} />}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4.5 pt-3.5 pb-7">
        <p className="min-w-0 flex-1 basis-36">
          <span className="display block text-[46px]">
            <Sum of={price} />
          </span>
          <span className="mt-1 block text-sm text-ink-2">
            {saved > 0 && (
              <span className="block">
                <Text id="frames.package.saved" values={{ sum: sum({ ...price, amount: saved }) }} />
              </span>
            )}
            {mayGrow && <Text id="frames.package.later" />}
          </span>
        </p>
        <Button className="flex-none max-[359px]:w-full" busy={busy} onClick={() => void take()}>
          <Text id="frames.package.buy" />
        </Button>
      </div>
    </Bib>
  )
}
