import type { Product } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import { priceAlike } from '../../../contract/price-rules.ts'

/** The cheapest way to buy all photos of a runner that are not bought yet, and why. */
export interface Offer {
  readonly tariff: 'singles' | 'package'
  readonly sum: Money
  /** Price per photo, when all cost the same. */
  readonly each?: Money
  /** Price that one more photo would add to the sum. */
  readonly next?: { readonly place: number; readonly price: Money }
  /** Difference between the package and the photos one by one. */
  readonly saved?: Money
  /** The number of photos from which the package costs no more than the photos one by one. */
  readonly breakEven?: { readonly count: number; readonly price: Money }
  /** The package also holds photos that appear later; its price where it is not the tariff. */
  readonly growing?: { readonly price: Money }
}

export interface OfferedPhotos {
  /** Photos of the runner that are not bought yet; at least one. */
  readonly count: number
  /** One more photo of the runner may be added. */
  readonly isMoreThere: boolean
  /** Amount already paid for photos of the runner; it counts towards the package. */
  readonly paid: number
  /** Photos of the event may still appear. */
  readonly mayGrow: boolean
}

/** Upper limit of photos for which the break-even is computed. */
const breakEvenAtMost = 500

/**
 * Returns the price of all photos of a runner by the price rules of the service.
 *
 * @returns undefined when the event sells neither photos nor the package
 */
export function offerOf(
  { single, withMe }: { single?: Product | undefined; withMe?: Product | undefined },
  { count, isMoreThere, paid, mayGrow }: OfferedPhotos,
): Offer | undefined {
  const money = (amount: number): Money => ({
    amount,
    currencyId: (single ?? withMe)?.price.currencyId ?? 643,
  })
  const whole = withMe && Math.max(0, withMe.price.amount - paid)
  const one = single && {
    productType: 'photo' as const,
    price: single.price.amount,
    tiers: single.priceTiers.map(({ from, price }) => ({ from, price: price.amount })),
  }
  const growing = whole !== undefined && mayGrow && { growing: { price: money(whole) } }
  if (!one) return whole === undefined ? undefined : { tariff: 'package', sum: money(whole), ...growing }
  const apart = priceAlike(one, count)
  if (whole !== undefined && whole <= apart) {
    return {
      tariff: 'package',
      sum: money(whole),
      ...(whole < apart && { saved: money(apart - whole) }),
      ...growing,
    }
  }
  const next = Math.min(priceAlike(one, count + 1), whole ?? Number.POSITIVE_INFINITY) - apart
  const enough = whole === undefined || mayGrow ? undefined : breakEvenOf(one, whole, count)
  return {
    tariff: 'singles',
    sum: money(apart),
    ...(apart % count === 0 && { each: money(apart / count) }),
    ...(isMoreThere && { next: { place: count + 1, price: money(next) } }),
    ...growing,
    ...(whole !== undefined && enough !== undefined && { breakEven: { count: enough, price: money(whole) } }),
  }
}

/** Returns the number of photos from which a package costs no more than they do; undefined where they never cost as much. */
function breakEvenOf(
  one: Parameters<typeof priceAlike>[0],
  whole: number,
  moreThan: number,
): number | undefined {
  for (let count = moreThan + 1; count <= breakEvenAtMost; count++)
    if (priceAlike(one, count) >= whole) return count
  return undefined
}
