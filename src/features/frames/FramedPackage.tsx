import { useState } from 'react'
import type { Product } from '../../../contract/catalog.ts'
import { Text, useText } from '../../platform/language/index.ts'
import { Sum } from '../../platform/money/index.ts'
import { useNavigate } from '../../platform/navigation/index.ts'
import { Bib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'

interface Props {
  product: Product
  /** What one of them costs by itself. */
  single: Product
  count: number
  /** Puts it into the cart; false when that did not work. */
  buy: () => Promise<boolean>
  className?: string
}

/** All photos of whoever was searched for, each in the frame. */
export function FramedPackage({ product, single, count, buy, className }: Props) {
  const text = useText()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const apart = { ...single.price, amount: single.price.amount * count }
  const take = async () => {
    setBusy(true)
    const isIn = await buy()
    setBusy(false)
    if (isIn) navigate('/cart')
  }
  return (
    <Bib framed className={cx('w-full', className)} strip={<Text id="frames.package" values={{ count }} />}>
      <div className="flex flex-wrap items-center justify-between gap-3 px-4.5 pt-3.5 pb-7">
        <p className="min-w-0 flex-1 basis-36">
          <span className="display block text-[46px]">
            <Sum of={product.price} />
          </span>
          <span className="mt-1 block text-sm text-ink-2">
            {apart.amount > product.price.amount && (
              <>
                <span className="sr-only">{text('frames.package.instead')} </span>
                <s className="block whitespace-nowrap">
                  <Sum of={apart} />
                </s>
              </>
            )}
            <Text id="frames.package.later" />
          </span>
        </p>
        <Button className="flex-none max-[359px]:w-full" busy={busy} onClick={() => void take()}>
          <Text id="frames.package.buy" />
        </Button>
      </div>
    </Bib>
  )
}
