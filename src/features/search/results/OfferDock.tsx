import { type RefObject, useEffect, useState } from 'react'
import { formatMoney } from '../../../lib/format/money.ts'
import { Text, useLanguage, useText } from '../../../platform/language/index.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dock } from '../../../ui/layout/Dock.tsx'
import type { Offer } from './offer.ts'
import { chooseButtonText, findCurrentOffer, type OfferInput, useBuyAll } from './use-offer.ts'

interface Props extends OfferInput {
  /** The plate whose button the dock repeats. */
  plateRef: RefObject<HTMLElement | null>
  /** Whether the plate is rendered. */
  hasPlate: boolean
}

/**
 * Repeats the button of the plate in a dock, once the plate is scrolled away. Renders nothing while photos are selected:
 * the selection has another dock. Wide screens have the plate beside the photos.
 */
export function OfferDock({ plateRef, hasPlate, ...input }: Props) {
  const isPassed = useIsPassed(plateRef, hasPlate)
  const { offer, bought, remainingCount } = findCurrentOffer(input)
  if (!isPassed || !offer || input.buying.chosen.length > 0) return null
  return (
    <BuyDock {...input} offer={offer} hasBoughtSome={bought.length > 0} remainingCount={remainingCount} />
  )
}

interface BuyDockProps extends OfferInput {
  offer: Offer
  hasBoughtSome: boolean
  remainingCount: number
}

function BuyDock({ offer, hasBoughtSome, remainingCount, ...input }: BuyDockProps) {
  const text = useText()
  const { language } = useLanguage()
  const { isInCart, busy, buyAll } = useBuyAll(input, offer.tariff)
  if (isInCart) return null
  return (
    <Dock label={text('search.offer.dock')}>
      <Button
        kind={input.shared === 'bought' ? 'outline' : 'primary'}
        busy={busy}
        full
        className="whitespace-normal lining-nums"
        onClick={() => void buyAll(offer.tariff)}
      >
        <Text
          id={chooseButtonText(input.shared, hasBoughtSome)}
          values={{ count: remainingCount, sum: formatMoney(offer.sum, language).text }}
        />
      </Button>
    </Dock>
  )
}

/** Returns whether an element is above the visible part of the page. */
function useIsPassed(ref: RefObject<HTMLElement | null>, isRendered: boolean): boolean {
  const [isPassed, setPassed] = useState(false)
  useEffect(() => {
    if (!ref.current || !isRendered) return undefined
    const observer = new IntersectionObserver((entries) => {
      const last = entries.at(-1)
      if (last) setPassed(!last.isIntersecting && last.boundingClientRect.bottom <= 0)
    })
    observer.observe(ref.current)
    return () => {
      observer.disconnect()
      setPassed(false)
    }
  }, [ref, isRendered])
  return isPassed
}
