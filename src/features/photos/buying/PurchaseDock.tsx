import { memo, useDeferredValue } from 'react'
import { Text, useText } from '../../../platform/language/index.ts'
import { useMoneyFormat } from '../../../platform/money/index.ts'
import { useAnnounce } from '../../../platform/notices/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dock } from '../../../ui/layout/Dock.tsx'
import { NextPriceStep, PriceRuler, SelectionSum } from './PurchaseSteps.tsx'
import { getPriceSteps } from './price-steps.ts'
import { useAddSelection } from './use-add-selection.ts'
import type { Buying } from './use-buying.ts'

interface Props {
  buying: Buying
  /** Counts the person's photos, where known. */
  personPhotoCount?: number
  /** Shows the dock on wide screens too, where no side plate does the same. */
  wide?: boolean
}

/**
 * Shows the selection, the next price tier and the way to the cart; hidden without a selection. Deferred, so that the pressed
 * photo is painted first.
 */
export function PurchaseDock({ buying, ...rest }: Props) {
  const deferredBuying = useDeferredValue<Buying | null>(buying, null)
  return deferredBuying && <SelectionDock buying={deferredBuying} {...rest} />
}

const SelectionDock = memo(function SelectionDock({ buying, personPhotoCount, wide }: Props) {
  const text = useText()
  const formatMoney = useMoneyFormat()
  const steps = getPriceSteps(buying, personPhotoCount)
  const { busy, addSelection } = useAddSelection(buying)
  const { length: count } = buying.chosen
  useAnnounce(steps && count > 0 ? text('photos.chosen', { count, sum: formatMoney(steps.sum) }) : undefined)
  if (!steps || count === 0) return null
  return (
    <Dock label={text('photos.dock')} wide={wide}>
      <div className={wide ? 'mx-auto lg:max-w-328' : undefined}>
        <PriceRuler steps={steps} thin />
        <div className="mt-2.5 flex items-center justify-between gap-3">
          <p className="min-w-0">
            <span className="block font-extrabold lining-nums">
              <SelectionSum steps={steps} count={count} />
            </span>
            <span className="block text-sm text-ink-2">
              <NextPriceStep steps={steps} short />
            </span>
          </p>
          <Button className="flex-none" busy={busy} onClick={addSelection}>
            <Text id="photos.toCart" />
          </Button>
        </div>
      </div>
    </Dock>
  )
})
