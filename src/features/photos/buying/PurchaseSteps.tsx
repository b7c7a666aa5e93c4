import type { Money } from '../../../../contract/common.ts'
import { formatMoney } from '../../../lib/format/money.ts'
import { Text, useLanguage, useText } from '../../../platform/language/index.ts'
import { StepRuler } from '../../../ui/feedback/Ruler.tsx'
import type { PriceSteps } from './price-steps.ts'

function useSum(): (money: Money) => string {
  const { language } = useLanguage()
  return (money) => formatMoney(money, language).text
}

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
  const sum = useSum()
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
          price: sum(flag.price),
        }),
      }))}
    />
  )
}

/** Describes the next price tier in words. */
export function NextPriceStep({ steps, short }: { steps: PriceSteps; short?: boolean }) {
  const sum = useSum()
  const { next, packageCostsTheSame } = steps
  if (!next) return null
  if (next.isPackage) {
    const id = packageCostsTheSame ? 'photos.steps.same' : 'photos.steps.package'
    return <Text id={id} values={{ count: next.at, price: sum(next.price) }} />
  }
  return (
    <Text
      id={short ? 'photos.steps.nextShort' : 'photos.steps.next'}
      values={{ missing: next.missing, price: sum(next.price) }}
    />
  )
}

/** Shows number and sum of the selected photos: `3 фото · 990 ₽`. */
export function SelectionSum({ steps, count }: { steps: PriceSteps; count: number }) {
  const sum = useSum()
  return <Text id="photos.chosen" values={{ count, sum: sum(steps.sum) }} />
}
