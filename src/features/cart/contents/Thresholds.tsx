import { Text, useText } from '../../../platform/language/index.ts'
import { useMoneyFormat } from '../../../platform/money/index.ts'
import { StepRuler } from '../../../ui/feedback/Ruler.tsx'
import type { DiscountProgress } from '../totals.ts'

interface Props {
  /** Selects the texts: single photos or gift codes. */
  kind: 'steps' | 'gifts'
  progress: DiscountProgress
  className?: string
}

const textIds = {
  steps: {
    label: 'cart.steps.label',
    value: 'cart.steps.value',
    next: 'cart.steps.next',
    reached: 'cart.steps.reached',
  },
  gifts: {
    label: 'cart.gifts.steps',
    value: 'cart.gifts.value',
    next: 'cart.gifts.next',
    reached: 'cart.gifts.reached',
  },
} as const

/** Shows the price tiers of one kind of item. */
export function Thresholds({ kind, progress, className }: Props) {
  const text = useText()
  const formatMoney = useMoneyFormat()
  const { count, total, flags, next } = progress
  const textIdsOfKind = textIds[kind]
  return (
    <div className={className}>
      <StepRuler
        label={text(textIdsOfKind.label)}
        total={total}
        value={count}
        valueText={text(textIdsOfKind.value, { count })}
        labelled
        flags={flags.map((flag) => ({
          at: flag.at,
          next: flag.next,
          label: text('cart.steps.each', { from: flag.at, price: formatMoney(flag.price) }),
        }))}
      />
      <p className="mt-3 text-sm text-ink-2">
        {next ? (
          <Text id={textIdsOfKind.next} values={{ missing: next.missing, price: formatMoney(next.price) }} />
        ) : (
          <Text id={textIdsOfKind.reached} />
        )}
      </p>
    </div>
  )
}
