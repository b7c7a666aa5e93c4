import { useState } from 'react'
import type { Event } from '../../../contract/events.ts'
import { formatDay } from '../../lib/time.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { Sum } from '../../platform/money/index.ts'
import { useNavigate } from '../../platform/navigation/index.ts'
import { Bib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { useBuying } from '../photos/index.ts'

/** “All photos with me” before there are any, for less. For whoever has said who she is. */
export function PreorderPlate({ event, className }: { event: Event; className?: string }) {
  const text = useText()
  const { language } = useLanguage()
  const navigate = useNavigate()
  const buying = useBuying(event)
  const [busy, setBusy] = useState(false)
  const product = buying.withMe
  if (!event.features.preorder || !product) return null
  const buy = async () => {
    setBusy(true)
    const isIn = await buying.buyPackage(product)
    setBusy(false)
    if (isIn) navigate('/cart')
  }
  return (
    <Bib framed className={className} strip={<Text id="preorders.title" values={{ title: product.title }} />}>
      <div className="px-4.5 pt-3.5 pb-7">
        <div className="flex items-center justify-between gap-3">
          <p className="min-w-0">
            <span className="display block text-[46px]">
              <Sum of={product.price} />
            </span>
            {product.originalPrice.amount > product.price.amount && (
              <s className="mt-1 block text-sm text-ink-2">
                <span className="sr-only">{text('preorders.instead')} </span>
                <Sum of={product.originalPrice} />
              </s>
            )}
          </p>
          <Button kind="primary" className="flex-none" busy={busy} onClick={() => void buy()}>
            <Text id="preorders.buy" />
          </Button>
        </div>
        <p className="mt-3 text-sm text-ink-2">
          <Text id="preorders.text" values={{ day: formatDay(event.localDay, language) }} />
        </p>
      </div>
    </Bib>
  )
}
