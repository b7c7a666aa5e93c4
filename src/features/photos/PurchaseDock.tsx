import { memo, useDeferredValue } from 'react'
import { Text, useText } from '../../platform/language/index.ts'
import { useSum } from '../../platform/money/index.ts'
import { useSay } from '../../platform/notices/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Dock } from '../../ui/Dock.tsx'
import { ChosenSum, NextStep, StepsRuler } from './PurchaseSteps.tsx'
import type { Buying } from './use-buying.ts'
import { useToCart } from './use-to-cart.ts'

interface Props {
  buying: Buying
  /** How many photos of the person there are, where that is known. */
  ofPerson?: number
  /** Also on wide screens, where no side plate does the same. */
  wide?: boolean
}

/**
 * What is chosen, what the next threshold is, and the way to the cart. Only with something chosen. The photo that was
 * pressed answers first: what comes of it here follows with the next paint.
 */
export function PurchaseDock({ buying, ...rest }: Props) {
  const followed = useDeferredValue<Buying | null>(buying, null)
  return followed && <Chosen buying={followed} {...rest} />
}

const Chosen = memo(function Chosen({ buying, ofPerson, wide }: Props) {
  const text = useText()
  const sum = useSum()
  const steps = buying.steps(ofPerson)
  const { busy, toCart } = useToCart(buying)
  const { length: count } = buying.chosen
  useSay(steps && count > 0 ? text('photos.chosen', { count, sum: sum(steps.sum) }) : undefined)
  if (!steps || count === 0) return null
  return (
    <Dock label={text('photos.dock')} wide={wide}>
      <div className={wide ? 'mx-auto lg:max-w-328' : undefined}>
        <StepsRuler steps={steps} thin />
        <div className="mt-2.5 flex items-center justify-between gap-3">
          <p className="min-w-0">
            <span className="block font-extrabold lining-nums">
              <ChosenSum steps={steps} count={count} />
            </span>
            <span className="block text-sm text-ink-2">
              <NextStep steps={steps} short />
            </span>
          </p>
          <Button className="flex-none" busy={busy} onClick={toCart}>
            <Text id="photos.toCart" />
          </Button>
        </div>
      </div>
    </Dock>
  )
})
