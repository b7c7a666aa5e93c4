import type { Product } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import { toPricedPackage, toPricedPhotos, totalPrice } from '../catalog/index.ts'

/** Describes the cheapest way to buy all photos of a runner that are not bought yet, and why. */
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
  /** The package also includes photos that appear later; its price where the tariff is `singles`. */
  readonly growing?: { readonly price: Money }
}

export interface OfferedPhotos {
  /** Photos of the runner that are not bought yet; at least one. */
  readonly count: number
  /** Whether one more photo of the runner may be added. */
  readonly isMoreThere: boolean
  /** Amount already paid for photos of the runner; it counts towards the package. */
  readonly paid: number
  /** Whether photos of the event may still appear. */
  readonly mayGrow: boolean
}

/** Limits the photos for which the break-even is computed. */
const breakEvenAtMost = 500

/** Returns ids for a number of photos. Prices depend on the number alone. */
const toIds = (count: number) => Array.from({ length: count }, (_, at) => String(at))

/**
 * Returns the price of all photos of a runner by the price rules of the service. Each amount is what the service charges for a
 * cart, or the difference of two carts.
 *
 * @returns undefined when the event sells neither photos nor the package
 */
export function chooseOffer(
  { single, withMe }: { single?: Product | undefined; withMe?: Product | undefined },
  { count, isMoreThere, paid, mayGrow }: OfferedPhotos,
): Offer | undefined {
  const money = (amount: number): Money => ({
    amount,
    currencyId: (single ?? withMe)?.price.currencyId ?? 643,
  })
  const toPackages = (photos: number, growing = mayGrow) => {
    const runner = { photoIds: toIds(photos), paid, mayGrow: growing }
    return withMe ? [toPricedPackage({ product: withMe, single, ...runner })] : []
  }
  // the price of a package that may grow never falls back to the price of its photos
  const whole = withMe && totalPrice(toPackages(count, true))
  const growing = whole !== undefined && mayGrow && { growing: { price: money(whole) } }
  if (!single) return whole === undefined ? undefined : { tariff: 'package', sum: money(whole), ...growing }
  const priceApart = (photos: number) => totalPrice(toPricedPhotos(single, toIds(photos)))
  const priceTogether = (photos: number) =>
    totalPrice(toPricedPhotos(single, toIds(photos)), toPackages(photos))
  const apart = priceApart(count)
  const sum = priceTogether(count)
  if (whole !== undefined && whole <= apart) {
    return {
      tariff: 'package',
      sum: money(sum),
      ...(sum < apart && { saved: money(apart - sum) }),
      ...growing,
    }
  }
  const enough = whole === undefined || mayGrow ? undefined : findBreakEven(priceApart, whole, count)
  return {
    tariff: 'singles',
    sum: money(sum),
    ...(sum % count === 0 && { each: money(sum / count) }),
    ...(isMoreThere && { next: { place: count + 1, price: money(priceTogether(count + 1) - sum) } }),
    ...growing,
    ...(whole !== undefined && enough !== undefined && { breakEven: { count: enough, price: money(whole) } }),
  }
}

/**
 * Returns the number of photos from which a package costs no more than they do; undefined where they never cost as much.
 *
 * @param priceApart never falls as the number grows
 */
function findBreakEven(
  priceApart: (photos: number) => number,
  whole: number,
  moreThan: number,
): number | undefined {
  let below = moreThan
  let high = moreThan + 1
  while (priceApart(high) < whole) {
    if (high >= breakEvenAtMost) return undefined
    below = high
    high = Math.min(breakEvenAtMost, high * 2)
  }
  while (high - below > 1) {
    const middle = Math.floor((below + high) / 2)
    if (priceApart(middle) < whole) below = middle
    else high = middle
  }
  return high
}
