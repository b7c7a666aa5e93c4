import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Photo } from '../../../../contract/photos.ts'
import { Text } from '../../../platform/language/index.ts'
import { useMoneyFormat } from '../../../platform/money/index.ts'
import { AppLink } from '../../../ui/AppLink.tsx'
import { Bib } from '../../../ui/Bib.tsx'
import { Button } from '../../../ui/Button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Skeleton } from '../../../ui/feedback/Skeleton.tsx'
import {
  type Buying,
  getPriceSteps,
  NextPriceStep,
  PriceRuler,
  SelectionSum,
  useAddSelection,
} from '../../photos/index.ts'
import type { Offer } from './offer.ts'
import { chooseButtonText, findCurrentOffer, type OfferInput, useBuyAll } from './use-offer.ts'

interface Props extends OfferInput {
  /** Adds the discount tiers for single photos below the tear line. */
  withSteps?: boolean
  className?: string
  /** First name of the runner who receives a gift; null when it is unknown. */
  runnerName?: string | null
  /** Rendered below the offer. */
  children?: ReactNode
}

/** Limits how long the plate shows that the number of photos has changed. */
const recountShownForInMs = 8_000

/** Offers all photos of the runner at the shop's lowest price for them. */
export function OfferPlate(props: Props) {
  const { buying, count, surePhotos } = props
  const previousCount = usePreviousCount(count, count === surePhotos.length)
  const { offer, bought, remainingCount } = findCurrentOffer(props)
  if (buying.isLoading) return <OfferPlateSkeleton {...props} />
  if (remainingCount === 0) return <AllBought {...props} bought={bought} />
  if (!offer) return null
  return (
    <BuyOffer
      {...props}
      offer={offer}
      remainingCount={remainingCount}
      bought={bought}
      previousCount={previousCount}
    />
  )
}

/** Returns the previous number of photos for a while after it changed on screen. */
function usePreviousCount(count: number, areAllLoaded: boolean): number | undefined {
  const lastCountRef = useRef<number>(undefined)
  const [previousCount, setPreviousCount] = useState<number>()
  useEffect(() => {
    if (!areAllLoaded) return undefined
    const lastCount = lastCountRef.current
    lastCountRef.current = count
    if (lastCount === undefined || lastCount === count) return undefined
    setPreviousCount(lastCount)
    const timer = setTimeout(() => setPreviousCount(undefined), recountShownForInMs)
    return () => clearTimeout(timer)
  }, [count, areAllLoaded])
  return previousCount === count ? undefined : previousCount
}

function Plate(props: { strip: ReactNode; withSteps?: boolean; className?: string; children: ReactNode }) {
  const { strip, withSteps, className, children } = props
  return (
    <Bib
      framed
      className={cx(
        withSteps ? '[&>.pf-bib-strip]:py-3 [&>.pf-bib-strip]:text-[16px]' : 'after:hidden',
        className,
      )}
      strip={<span aria-live="polite">{strip}</span>}
    >
      <div className={withSteps ? 'px-7 pt-6 pb-8.5' : 'px-3 pt-2 pb-2'}>{children}</div>
    </Bib>
  )
}

const reasonClass = 'mt-2 px-1 text-sm font-semibold lining-nums empty:hidden'
const noteClass = 'mt-0.5 px-1 text-sm text-ink-2 lining-nums empty:hidden'
const buttonClass = 'min-h-13 w-full text-lg whitespace-normal lining-nums'

/** Renders a placeholder with the same lines as the plate. */
export function OfferPlateSkeleton({ withSteps, className }: Pick<Props, 'withSteps' | 'className'>) {
  return (
    <Plate withSteps={withSteps} className={className} strip={<Text id="search.offer.loading" />}>
      <div aria-hidden="true">
        <span className={cx('pf-btn pf-btn-sub', buttonClass)}>
          <Skeleton text width={160} />
        </span>
        <p className={reasonClass}>
          <Skeleton text width={180} className="inline-block align-middle" />
        </p>
        <p className={noteClass}>
          <Skeleton text width={210} className="inline-block align-middle" />
        </p>
      </div>
    </Plate>
  )
}

interface BuyOfferProps extends Props {
  offer: Offer
  remainingCount: number
  bought: readonly Photo[]
  previousCount: number | undefined
}

function BuyOffer({ offer, remainingCount, bought, previousCount, ...props }: BuyOfferProps) {
  const { buying, count, shared, withSteps, className } = props
  const formatMoney = useMoneyFormat()
  const { tariff } = offer
  const { isInCart, busy, buyAll } = useBuyAll(props, tariff)
  const single = buying.single
  return (
    <Plate
      withSteps={withSteps}
      className={className}
      strip={
        shared ? (
          <Text id={shared === 'bought' ? 'search.shared.bought' : 'search.shared.plate'} />
        ) : previousCount === undefined ? (
          <TariffTitle
            offer={offer}
            title={buying.personalPackage?.title ?? ''}
            remainingCount={remainingCount}
            bought={bought.length}
          />
        ) : (
          <Text id="search.offer.recounted" values={{ count, before: previousCount }} />
        )
      }
    >
      {isInCart ? (
        <Button kind="outline" icon="bag" href="/cart" className={buttonClass}>
          <Text id="search.package.inCart" />
        </Button>
      ) : (
        <Button
          kind={shared === 'bought' ? 'outline' : 'primary'}
          busy={busy}
          className={buttonClass}
          onClick={() => void buyAll(tariff)}
        >
          <Text
            id={chooseButtonText(shared, bought.length > 0)}
            values={{ count: remainingCount, sum: formatMoney(offer.sum) }}
          />
        </Button>
      )}
      {shared === 'gift' && <GiftReason name={props.runnerName ?? null} />}
      <PriceReason offer={offer} bought={bought.length} />
      <p className={noteClass}>
        {shared && shared !== 'gift' && <Text id="search.shared.files" />}
        {offer.breakEven && !shared && (
          <Text
            id="search.offer.breakEven"
            values={{ price: formatMoney(offer.breakEven.price), count: offer.breakEven.count }}
          />
        )}
        {offer.growing && tariff === 'package' && <Text id="search.offer.growingToo" />}
        {!shared && !offer.breakEven && !offer.growing && bought.length === 0 && (
          <Text id="search.offer.clean" />
        )}
      </p>
      {offer.growing && tariff === 'singles' && !isInCart && (
        <LinkButton onClick={() => void buyAll('package')}>
          <Text id="search.offer.growing" values={{ price: formatMoney(offer.growing.price) }} />
        </LinkButton>
      )}
      {!isInCart && props.children}
      {bought.length > 0 && <OrderLink buying={buying} bought={bought} />}
      {withSteps && !isInCart && single && <SinglePhotoPricing buying={buying} count={count} />}
    </Plate>
  )
}

/** Names the pricing that applies. */
function TariffTitle({
  offer,
  title,
  remainingCount,
  bought,
}: {
  offer: Offer
  title: string
  remainingCount: number
  bought: number
}) {
  if (bought > 0) return <Text id="search.offer.yours" values={{ count: bought }} />
  if (offer.tariff === 'package') return <Text id="search.offer.package" values={{ title }} />
  return <Text id={remainingCount === 1 ? 'search.offer.single' : 'search.offer.singles'} />
}

/** Explains the price, and what one more photo would cost. */
function PriceReason({ offer, bought }: { offer: Offer; bought: number }) {
  const formatMoney = useMoneyFormat()
  const { each, next, saved } = offer
  const parts = [
    each && each.amount !== offer.sum.amount && (
      <Text key="each" id="search.offer.each" values={{ price: formatMoney(each) }} />
    ),
    next && (
      <Text
        key="next"
        id={next.price.amount > 0 ? 'search.offer.next' : 'search.offer.nextFree'}
        values={{ place: next.place, price: formatMoney(next.price) }}
      />
    ),
    saved && <Text key="saved" id="search.offer.saved" values={{ sum: formatMoney(saved) }} />,
    bought > 0 && <Text key="paid" id="search.offer.paidCounts" />,
  ].filter((part) => part !== undefined && part !== false)
  return (
    <p className={reasonClass}>{parts.flatMap((part, index) => (index === 0 ? [part] : [' · ', part]))}</p>
  )
}

/** Explains who gets what. */
function GiftReason({ name }: { name: string | null }) {
  return (
    <p className={reasonClass}>
      {name === null ? (
        <Text id="search.shared.giftToRunner" />
      ) : (
        <Text id="search.shared.giftTo" values={{ name }} />
      )}
    </p>
  )
}

/** Offers the photos of a shared link to the visitor, below the offer to give them to the runner. */
export function BuyForSelf(input: OfferInput) {
  const { offer, remainingCount } = findCurrentOffer(input)
  return offer && <BuyForSelfLink {...input} offer={offer} count={remainingCount} />
}

function BuyForSelfLink({ offer, ...input }: OfferInput & { offer: Offer }) {
  const formatMoney = useMoneyFormat()
  const { buyAll } = useBuyAll(input, offer.tariff)
  return (
    <LinkButton onClick={() => void buyAll(offer.tariff)}>
      <Text id="search.shared.buySelf" values={{ count: input.count, sum: formatMoney(offer.sum) }} />
    </LinkButton>
  )
}

function LinkButton(props: { onClick: () => void; children: ReactNode }) {
  return (
    <button
      type="button"
      className="mt-0.5 min-h-12 w-full px-1 text-left text-sm text-ink-2 underline underline-offset-4"
      onClick={props.onClick}
    >
      {props.children}
    </button>
  )
}

/** Returns the path to bought photos: their order, or the list of orders when they are in several. */
function getOrderPath(buying: Buying, photos: readonly Photo[]): string {
  const orderIds = photos.flatMap(({ photoId }) => buying.bought.get(photoId)?.orderId ?? [])
  return new Set(orderIds).size === 1 ? `/order/${orderIds[0]}` : '/orders'
}

function OrderLink({ buying, bought }: { buying: Buying; bought: readonly Photo[] }) {
  return (
    <AppLink
      href={getOrderPath(buying, bought)}
      className="-mb-1.5 inline-flex min-h-12 items-center px-1 text-sm font-semibold underline underline-offset-4"
    >
      <Text id="search.offer.openSome" values={{ count: bought.length }} />
    </AppLink>
  )
}

/** Replaces the offer when everything is bought. */
function AllBought({ buying, bought, count, withSteps, className }: Props & { bought: readonly Photo[] }) {
  return (
    <Plate
      withSteps={withSteps}
      className={className}
      strip={<Text id="search.offer.yours" values={{ count: bought.length }} />}
    >
      <Button icon="check" href={getOrderPath(buying, bought)} className={buttonClass}>
        <Text id="search.offer.open" />
      </Button>
      <p className={reasonClass}>
        <Text id="search.offer.allClean" values={{ count }} />
      </p>
    </Plate>
  )
}

/** Explains below the tear line how the price of single photos is calculated. */
function SinglePhotoPricing({ buying, count }: { buying: Buying; count: number }) {
  const steps = getPriceSteps(buying, count)
  const { busy, addSelection } = useAddSelection(buying)
  const chosenCount = buying.chosen.length
  if (!steps) return null
  return (
    <div className="pf-tear mt-6.5 pt-5.5">
      <p className="mb-4 font-extrabold lining-nums">
        {chosenCount > 0 ? (
          <>
            <Text id="search.package.oneByOneSum" /> <SelectionSum steps={steps} count={chosenCount} />
          </>
        ) : (
          <Text id="search.package.oneByOne" />
        )}
      </p>
      <PriceRuler steps={steps} labelled />
      <p className="mt-3.5 mb-4 text-sm text-ink-2">
        {chosenCount > 0 ? <NextPriceStep steps={steps} /> : <Text id="search.package.choose" />}
      </p>
      {chosenCount > 0 && (
        <Button full busy={busy} onClick={addSelection}>
          <Text id="photos.toCartCount" values={{ count: chosenCount }} />
        </Button>
      )}
    </div>
  )
}
