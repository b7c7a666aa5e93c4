import { Text, useText } from '../../../platform/language/index.ts'
import { useMoneyFormat } from '../../../platform/money/index.ts'
import { StepRuler } from '../../../ui/feedback/Ruler.tsx'
import type { PriceSteps } from './price-steps.ts'

/** Shows the price tiers as a ruler. */
export function PriceRuler({
  steps,
  labelled,
  thin,
}: {
  steps: PriceSteps
  labelled?: boolean
  thin?: boolean
}) {
  const text = useText()
  const formatMoney = useMoneyFormat()
  return (
    <StepRuler
      label={text('photos.steps.label')}
      total={steps.total}
      value={steps.count}
      valueText={text('photos.steps.value', { count: steps.count, total: steps.total })}
      thin={thin}
      labelled={labelled}
      flags={steps.flags.map((flag) => ({
        at: flag.at,
        next: flag.next,
        label: text(flag.isPackage ? 'photos.steps.all' : 'photos.steps.each', {
          from: flag.at,
          price: formatMoney(flag.price),
        }),
      }))}
    />
  )
}

/** Describes the next price tier in words. */
export function NextPriceStep({ steps, short }: { steps: PriceSteps; short?: boolean }) {
  const formatMoney = useMoneyFormat()
  const { next, packageCostsTheSame } = steps
  if (!next) return null
  if (next.isPackage) {
    const id = packageCostsTheSame ? 'photos.steps.same' : 'photos.steps.package'
    return <Text id={id} values={{ count: next.at, price: formatMoney(next.price) }} />
  }
  return (
    <Text
      id={short ? 'photos.steps.nextShort' : 'photos.steps.next'}
      values={{ missing: next.missing, price: formatMoney(next.price) }}
    />
  )
}

/** Shows number and sum of the selected photos: `3 фото · 990 ₽`. */
export function SelectionSum({ steps, count }: { steps: PriceSteps; count: number }) {
  const formatMoney = useMoneyFormat()
  return <Text id="photos.chosen" values={{ count, sum: formatMoney(steps.sum) }} />
}
