import { Text, useText } from '../../platform/language/index.ts'
import { useSum } from '../../platform/money/index.ts'
import { StepRuler } from '../../ui/Ruler.tsx'
import type { Ladder } from './totals.ts'

/** How gift codes get cheaper the more of them are taken. */
export function GiftThresholds({ ladder, className }: { ladder: Ladder; className?: string }) {
  const text = useText()
  const sum = useSum()
  const { next } = ladder
  return (
    <div className={className}>
      <StepRuler
        label={text('cart.gifts.steps')}
        total={ladder.total}
        value={ladder.count}
        valueText={text('cart.gifts.value', { count: ladder.count })}
        labelled
        flags={ladder.flags.map((flag) => ({
          at: flag.at,
          next: flag.next,
          label: text('cart.steps.each', { price: sum(flag.price) }),
        }))}
      />
      <p className="mt-3 text-sm text-ink-2">
        {next ? (
          <Text id="cart.gifts.next" values={{ missing: next.missing, price: sum(next.price) }} />
        ) : (
          <Text id="cart.gifts.reached" />
        )}
      </p>
    </div>
  )
}
