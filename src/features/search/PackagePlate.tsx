import { useState } from 'react'
import type { Product } from '../../../contract/catalog.ts'
import { formatMoney } from '../../lib/money.ts'
import { Text, useLanguage, useText } from '../../platform/language/index.ts'
import { useNavigate } from '../../platform/navigation/index.ts'
import { Bib } from '../../ui/Bib.tsx'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Price } from '../../ui/Price.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { type Buying, ChosenSum, NextStep, StepsRuler, useToCart } from '../photos/index.ts'

interface Props {
  product: Product
  buying: Buying
  /** How many photos the package holds at this moment. */
  count: number
  /** With the discount ladder for single photos below the tear line. */
  withSteps?: boolean
  className?: string
}

// The small plate is as high with a struck sum as with words in its place, so that it can be waited for.
const inside = 'px-4.5 pt-3.5 pb-6.5'
const line = 'flex flex-wrap items-center justify-between gap-x-3'
const sum = 'min-w-0 flex-1 basis-32 text-[46px]'
const instead = 'block basis-full text-sm min-[360px]:order-1'
const step = 'flex-none max-[359px]:mt-2 max-[359px]:w-full'

/** Stands where the small plate will, line by line. */
export function PackagePlateSkeleton({ count, className }: Pick<Props, 'count' | 'className'>) {
  return (
    <Bib framed className={className} strip={<Text id="search.package.title" values={{ count }} />}>
      <div className={cx(inside, line)} aria-hidden="true">
        <span className={cx('display block', sum)}>
          <Skeleton className="inline-block h-9 w-32 rounded-print align-middle" />
        </span>
        <span className={instead}>
          <Skeleton text width={72} className="inline-block align-middle" />
        </span>
        <span className={cx('pf-btn pf-btn-sub', step)}>
          <span className="invisible">
            <Text id="search.package.buy" />
          </span>
        </span>
      </div>
    </Bib>
  )
}

/** All photos for one price: the offer of the results. */
export function PackagePlate({ product, buying, count, withSteps, className }: Props) {
  const { language } = useLanguage()
  const text = useText()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const price = formatMoney(product.price, language)
  const single = buying.single
  const apart = single && { ...single.price, amount: single.price.amount * count }
  const struck = apart && apart.amount > product.price.amount ? formatMoney(apart, language).text : undefined
  const isInCart = buying.packageInCart

  const buyAll = async () => {
    setBusy(true)
    const bought = await buying.buyPackage(product)
    setBusy(false)
    if (bought) navigate('/cart')
  }
  return (
    <Bib
      framed
      className={cx(withSteps && '[&>.pf-bib-strip]:py-3 [&>.pf-bib-strip]:text-[16px]', className)}
      strip={<Text id="search.package.title" values={{ count, title: product.title }} />}
    >
      <div className={withSteps ? 'px-7 pt-6 pb-8.5' : inside}>
        <div className={withSteps ? undefined : line}>
          <p className={withSteps ? 'flex flex-wrap items-baseline gap-3' : 'contents'}>
            <span className={cx('display block', withSteps ? 'text-[76px]' : sum)}>
              <Price
                amount={price.whole}
                sign={price.currency}
                signFirst={price.text.startsWith(price.currency)}
              />
            </span>
            {struck ? (
              <span
                className={cx('font-semibold text-ink-3', withSteps ? 'block text-[1.1875rem]' : instead)}
              >
                <span className="sr-only">{text('search.package.instead')} </span>
                <s>{struck}</s>
              </span>
            ) : (
              <span className={cx('text-ink-2', withSteps ? 'block text-sm' : instead)}>
                <Text id="search.package.later" />
              </span>
            )}
          </p>
          {isInCart ? (
            <Button kind="outline" icon="bag" href="/cart" className={withSteps ? 'mt-4 w-full' : step}>
              <Text id="search.package.inCart" />
            </Button>
          ) : (
            <Button
              kind="primary"
              busy={busy}
              className={withSteps ? 'mt-4 w-full' : step}
              onClick={() => void buyAll()}
            >
              <Text id="search.package.buy" />
            </Button>
          )}
        </div>
        {withSteps && !isInCart && <OneByOne buying={buying} count={count} />}
      </div>
    </Bib>
  )
}

/** Below the tear line: the same photos one by one. */
function OneByOne({ buying, count }: { buying: Buying; count: number }) {
  const steps = buying.steps(count)
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
