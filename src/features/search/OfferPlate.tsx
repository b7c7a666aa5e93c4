import { type ReactNode, useEffect, useRef, useState } from 'react'
import type { Money } from '../../../contract/common.ts'
import { type Event, photosToCome } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { formatMoney } from '../../lib/money.ts'
import { Text, useLanguage } from '../../platform/language/index.ts'
import { useNavigate } from '../../platform/navigation/index.ts'
import { AppLink } from '../../ui/AppLink.tsx'
import { Bib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Buying, ChosenSum, NextStep, StepsRuler, stepsOfBuying, useToCart } from '../photos/index.ts'
import { chooseOffer, type Offer } from './offer.ts'

/** Describes the results that the plate makes an offer for. */
export interface OfferedResults {
  event: Event
  /** The photos that certainly show the runner, as far as they are loaded. */
  sure: readonly Photo[]
  /** Total number of these photos. */
  count: number
  /** Whether further photos may show the runner but are not confirmed. */
  isMoreThere: boolean
}

interface Props extends OfferedResults {
  buying: Buying
  /** Set on a shared link, whose visitors are not the runner. `bought` when the runner has bought the photos. */
  shared?: 'offer' | 'bought'
  /** Adds the discount tiers for single photos below the tear line. */
  withSteps?: boolean
  className?: string
}

/** Limits how long the plate shows that the number of photos has changed. */
const recountedForMs = 8_000

/** Offers all photos of the runner at the shop's lowest price for them. */
export function OfferPlate(props: Props) {
  const { buying, count, sure, event, isMoreThere, shared } = props
  const recounted = useRecounted(count, count === sure.length)
  const bought = sure.filter(({ photoId }) => buying.bought.has(photoId))
  const left = count - bought.length
  if (buying.isLoading) return <OfferPlateSkeleton {...props} />
  if (left === 0) return <AllBought {...props} bought={bought} />
  const offer = chooseOffer(buying, {
    count: left,
    isMoreThere,
    paid: buying.basis?.paidFor(sure.map(({ photoId }) => photoId)) ?? 0,
    mayGrow: !shared && photosToCome(event),
  })
  if (!offer) return null
  return <ToBuy {...props} offer={offer} left={left} bought={bought} recounted={recounted} />
}

/** Returns the previous number of photos for a while after it changed on screen. */
function useRecounted(count: number, isWhole: boolean): number | undefined {
  const known = useRef<number>(undefined)
  const [before, setBefore] = useState<number>()
  useEffect(() => {
    if (!isWhole) return undefined
    const former = known.current
    known.current = count
    if (former === undefined || former === count) return undefined
    setBefore(former)
    const timer = setTimeout(() => setBefore(undefined), recountedForMs)
    return () => clearTimeout(timer)
  }, [count, isWhole])
  return before === count ? undefined : before
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

const why = 'mt-2 px-1 text-sm font-semibold lining-nums empty:hidden'
const quiet = 'mt-0.5 px-1 text-sm text-ink-2 lining-nums empty:hidden'
const press = 'min-h-13 w-full text-lg whitespace-normal lining-nums'

/** Renders a placeholder with the same lines as the plate. */
export function OfferPlateSkeleton({ withSteps, className }: Pick<Props, 'withSteps' | 'className'>) {
  return (
    <Plate withSteps={withSteps} className={className} strip={<Text id="search.offer.loading" />}>
      <div aria-hidden="true">
        <span className={cx('pf-btn pf-btn-sub', press)}>
          <Skeleton text width={160} />
        </span>
        <p className={why}>
          <Skeleton text width={180} className="inline-block align-middle" />
        </p>
        <p className={quiet}>
          <Skeleton text width={210} className="inline-block align-middle" />
        </p>
      </div>
    </Plate>
  )
}

interface ToBuyProps extends Props {
  offer: Offer
  left: number
  bought: readonly Photo[]
  recounted: number | undefined
}

function ToBuy({ offer, left, bought, recounted, ...props }: ToBuyProps) {
  const { buying, sure, count, shared, withSteps, className } = props
  const navigate = useNavigate()
  const sum = useMoney()
  const [busy, setBusy] = useState(false)
  const { tariff } = offer
  const single = buying.single
  const toBuy = sure.filter(({ photoId }) => !buying.bought.has(photoId))
  const isInCart = buying.packageInCart || toBuy.every(({ photoId }) => buying.inCart(photoId))
  const buy = async (wanted: Offer['tariff']) => {
    setBusy(true)
    const whole = wanted === 'package' && !shared ? buying.withMe : undefined
    // the service charges no more for single photos than for their package
    const isIn = whole ? await buying.buyPackage(whole) : await buying.buy(toBuy)
    setBusy(false)
    // an entry still in the outbox is shown in the cart
    if (isIn) navigate(navigator.onLine ? '/order' : '/cart')
  }
  return (
    <Plate
      withSteps={withSteps}
      className={className}
      strip={
        shared ? (
          <Text id={shared === 'bought' ? 'search.shared.bought' : 'search.shared.plate'} />
        ) : recounted === undefined ? (
          <Tariff offer={offer} title={buying.withMe?.title ?? ''} left={left} bought={bought.length} />
        ) : (
          <Text id="search.offer.recounted" values={{ count, before: recounted }} />
        )
      }
    >
      {isInCart ? (
        <Button kind="outline" icon="bag" href="/cart" className={press}>
          <Text id="search.package.inCart" />
        </Button>
      ) : (
        <Button
          kind={shared === 'bought' ? 'outline' : 'primary'}
          busy={busy || (tariff === 'singles' && sure.length < count)}
          className={press}
          onClick={() => void buy(tariff)}
        >
          <Text id={chooseTexts(shared, bought.length > 0)} values={{ count: left, sum: sum(offer.sum) }} />
        </Button>
      )}
      <Reason offer={offer} bought={bought.length} />
      <p className={quiet}>
        {shared && <Text id="search.shared.files" />}
        {offer.breakEven && !shared && (
          <Text
            id="search.offer.breakEven"
            values={{ price: sum(offer.breakEven.price), count: offer.breakEven.count }}
          />
        )}
        {offer.growing && tariff === 'package' && <Text id="search.offer.growingToo" />}
        {!shared && !offer.breakEven && !offer.growing && bought.length === 0 && (
          <Text id="search.offer.clean" />
        )}
      </p>
      {offer.growing && tariff === 'singles' && !isInCart && (
        <Quiet onClick={() => void buy('package')}>
          <Text id="search.offer.growing" values={{ price: sum(offer.growing.price) }} />
        </Quiet>
      )}
      {bought.length > 0 && <ToOrder buying={buying} bought={bought} />}
      {withSteps && !isInCart && single && <OneByOne buying={buying} count={count} />}
    </Plate>
  )
}

/** Returns the text id of the button. */
function chooseTexts(shared: Props['shared'], isRest: boolean) {
  if (isRest) return 'search.offer.buyRest'
  if (shared === 'bought') return 'search.shared.buyToo'
  return shared ? 'search.shared.buy' : 'search.offer.buy'
}

function useMoney(): (money: Money) => string {
  const { language } = useLanguage()
  return (money) => formatMoney(money, language).text
}

/** Names the pricing that applies. */
function Tariff({
  offer,
  title,
  left,
  bought,
}: {
  offer: Offer
  title: string
  left: number
  bought: number
}) {
  if (bought > 0) return <Text id="search.offer.yours" values={{ count: bought }} />
  if (offer.tariff === 'package') return <Text id="search.offer.package" values={{ title }} />
  return <Text id={left === 1 ? 'search.offer.single' : 'search.offer.singles'} />
}

/** Explains the price, and what one more photo would cost. */
function Reason({ offer, bought }: { offer: Offer; bought: number }) {
  const sum = useMoney()
  const { each, next, saved } = offer
  const parts = [
    each && each.amount !== offer.sum.amount && (
      <Text key="each" id="search.offer.each" values={{ price: sum(each) }} />
    ),
    next && (
      <Text
        key="next"
        id={next.price.amount > 0 ? 'search.offer.next' : 'search.offer.nextFree'}
        values={{ place: next.place, price: sum(next.price) }}
      />
    ),
    saved && <Text key="saved" id="search.offer.saved" values={{ sum: sum(saved) }} />,
    bought > 0 && <Text key="paid" id="search.offer.paidCounts" />,
  ].filter((part) => part !== undefined && part !== false)
  return <p className={why}>{parts.flatMap((part, at) => (at === 0 ? [part] : [' · ', part]))}</p>
}

function Quiet(props: { onClick: () => void; children: ReactNode }) {
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
function findOrderPath(buying: Buying, photos: readonly Photo[]): string {
  const orderIds = photos.flatMap(({ photoId }) => buying.bought.get(photoId)?.orderId ?? [])
  return new Set(orderIds).size === 1 ? `/order/${orderIds[0]}` : '/orders'
}

function ToOrder({ buying, bought }: { buying: Buying; bought: readonly Photo[] }) {
  return (
    <AppLink
      href={findOrderPath(buying, bought)}
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
      <Button icon="check" href={findOrderPath(buying, bought)} className={press}>
        <Text id="search.offer.open" />
      </Button>
      <p className={why}>
        <Text id="search.offer.allClean" values={{ count }} />
      </p>
    </Plate>
  )
}

/** Explains below the tear line how the price of single photos is calculated. */
function OneByOne({ buying, count }: { buying: Buying; count: number }) {
  const steps = stepsOfBuying(buying, count)
  const { busy, toCart } = useToCart(buying)
  const chosen = buying.chosen.length
  if (!steps) return null
  return (
    <div className="pf-tear mt-6.5 pt-5.5">
      <p className="mb-4 font-extrabold lining-nums">
        {chosen > 0 ? (
          <>
            <Text id="search.package.oneByOneSum" /> <ChosenSum steps={steps} count={chosen} />
          </>
        ) : (
          <Text id="search.package.oneByOne" />
        )}
      </p>
      <StepsRuler steps={steps} labelled />
      <p className="mt-3.5 mb-4 text-sm text-ink-2">
        {chosen > 0 ? <NextStep steps={steps} /> : <Text id="search.package.choose" />}
      </p>
      {chosen > 0 && (
        <Button full busy={busy} onClick={toCart}>
          <Text id="photos.toCartCount" values={{ count: chosen }} />
        </Button>
      )}
    </div>
  )
}
