import { Text, useText } from '../../platform/language/index.ts'
import { useSum } from '../../platform/money/index.ts'
import { StepRuler } from '../../ui/Ruler.tsx'
import type { Ladder } from './totals.ts'

interface Props {
  /** Selects the texts: single photos or gift codes. */
  of: 'steps' | 'gifts'
  ladder: Ladder
  className?: string
}

const words = {
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
export function Thresholds({ of, ladder, className }: Props) {
  const text = useText()
  const sum = useSum()
  const { count, total, flags, next } = ladder
  const ids = words[of]
  return (
    <div className={className}>
      <StepRuler
        label={text(ids.label)}
        total={total}
        value={count}
        valueText={text(ids.value, { count })}
        labelled
        flags={flags.map((flag) => ({
          at: flag.at,
          next: flag.next,
          label: text('cart.steps.each', { from: flag.at, price: sum(flag.price) }),
        }))}
      />
      <p className="mt-3 text-sm text-ink-2">
        {next ? (
          <Text id={ids.next} values={{ missing: next.missing, price: sum(next.price) }} />
        ) : (
          <Text id={ids.reached} />
        )}
      </p>
    </div>
  )
}
