import { type ReactNode, startTransition, useEffect, useEffectEvent, useState } from 'react'
import type { Product } from '../../../contract/catalog.ts'
import type { Event } from '../../../contract/events.ts'
import { formatDay } from '../../lib/format/time.ts'
import { Text, useLanguage } from '../../platform/language/index.ts'
import { Sum, useMoneyFormat } from '../../platform/money/index.ts'
import { useNavigate } from '../../platform/navigation/index.ts'
import { isSingleRunnerSearch } from '../../platform/search-token/index.ts'
import { Bib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/feedback/Skeleton.tsx'
import { useBuying } from '../photos/index.ts'
import { usePurchases } from '../purchases/index.ts'
import { RunnerNumberSheet } from './RunnerNumberSheet.tsx'

interface Props {
  event: Event
  className?: string
}

/**
 * Sells “All photos with me” before there are any, at a lower price; after the purchase, links to the order and sells the
 * package of another runner. Asks for the number first unless one runner was searched for in the event.
 */
export function PreorderPlate({ event, className }: Props) {
  const navigate = useNavigate()
  const { personalPackage: product, buyPackage, isLoading } = useBuying(event)
  const boughtPackage = usePurchases(event.eventId).packages.find(({ photoIds }) => photoIds.length === 0)
  const [busy, setBusy] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [searchCount, setSearchCount] = useState(0)
  const isOnSale = event.features.preorder && product !== undefined
  const buy = async () => {
    if (!product) return
    setAsking(false)
    setBusy(true)
    const isAdded = await buyPackage(product)
    setBusy(false)
    // an entry still in the outbox is shown in the cart
    if (isAdded) navigate(navigator.onLine ? '/order' : '/cart')
  }
  const buyForFoundRunner = useEffectEvent(() => void buy())
  useEffect(() => {
    if (searchCount === 0) return undefined
    // after a render, because the product depends on the distance of the runner found
    const timer = setTimeout(() => buyForFoundRunner())
    return () => clearTimeout(timer)
  }, [searchCount])
  const numberSheet = isAsking && (
    <RunnerNumberSheet
      event={event}
      onClose={() => setAsking(false)}
      // like the result of the search, which would otherwise be rendered later
      onSearchStarted={() => startTransition(() => setSearchCount((count) => count + 1))}
    />
  )
  if (boughtPackage)
    return (
      <PreorderedPackage orderId={boughtPackage.orderId} number={boughtPackage.number} className={className}>
        {isOnSale && (
          <Button kind="outline" full className="mt-2" busy={busy} onClick={() => setAsking(true)}>
            <Text id="preorders.buyForOther" />
          </Button>
        )}
        {numberSheet}
      </PreorderedPackage>
    )
  if (!isOnSale)
    return event.features.preorder && isLoading ? (
      <PlatePlaceholder day={event.localDay} className={className} />
    ) : null
  const buyOrAskNumber = () => (isSingleRunnerSearch(event.eventId) ? void buy() : setAsking(true))
  return (
    <Bib framed className={className} strip={<Text id="preorders.title" values={{ title: product.title }} />}>
      <div className="px-4.5 pt-3.5 pb-7">
        <Prices product={product} />
        <Button full className="mt-3" busy={busy} onClick={buyOrAskNumber}>
          <Text id="preorders.buy" />
        </Button>
        <DeliveryLine day={event.localDay} />
      </div>
      {numberSheet}
    </Bib>
  )
}

/** No-break space, which keeps the height of a line. */
const emptyLine = '\u00a0'

/** Takes the place of the plate until its price is known, so that the content below does not move. */
function PlatePlaceholder({ day, className }: { day: string; className: string | undefined }) {
  return (
    <div aria-busy="true" className={className}>
      <Bib framed strip={emptyLine}>
        <div className="px-4.5 pt-3.5 pb-7">
          <Skeleton width={150} height={39} />
          <Skeleton text width={190} className="mt-2" />
          <Skeleton height={56} className="mt-3 w-full" />
          <DeliveryLine day={day} />
        </div>
      </Bib>
    </div>
  )
}

function Prices({ product: { price, originalPrice } }: { product: Product }) {
  const formatMoney = useMoneyFormat('exact')
  return (
    <p>
      <span className="display block text-[46px]">
        <Sum amount={price} exact />
      </span>
      {originalPrice.amount > price.amount && (
        <span className="mt-1 block text-sm text-ink-2">
          <Text id="preorders.later" values={{ sum: formatMoney(originalPrice) }} />
        </span>
      )}
    </p>
  )
}

function DeliveryLine({ day }: { day: string }) {
  const { language } = useLanguage()
  return (
    <p className="mt-2.5 text-sm text-ink-2">
      <Text id="preorders.text" values={{ day: formatDay(day, language) }} />
    </p>
  )
}

interface PreorderedPackageProps {
  orderId: string
  number: string
  className?: string | undefined
  children: ReactNode
}

function PreorderedPackage({ orderId, number, className, children }: PreorderedPackageProps) {
  return (
    <Bib framed className={className} strip={<Text id="preorders.bought" />}>
      <div className="px-4.5 pt-3.5 pb-7">
        <p>
          <Text id="preorders.bought.text" values={{ number }} />
        </p>
        <Button full icon="check" className="mt-3" href={`/preorder/${orderId}`}>
          <Text id="preorders.bought.open" />
        </Button>
        {children}
      </div>
    </Bib>
  )
}
