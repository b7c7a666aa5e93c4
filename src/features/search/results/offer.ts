import type { Product } from '../../../../contract/catalog.ts'
import type { Money } from '../../../../contract/common.ts'
import {
  buildFurtherPhotos,
  computeTotalPrice,
  computeUnitPrice,
  type PhotoToPrice,
  toPricedPackage,
  toPricedPhotos,
} from '../../catalog/index.ts'

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
  /** Photos of the runner that are not bought yet; at least one. Contains placeholders for those that are not loaded. */
  readonly photos: readonly PhotoToPrice[]
  /** Whether one more photo of the runner may be added. */
  readonly hasPossiblePhotos: boolean
  /** Amount already paid for photos of the runner; it counts towards the package. */
  readonly paid: number
  /** Whether photos of the event may still appear. */
  readonly mayGrow: boolean
}

/** Limits the photos for which the break-even is computed. */
const maxBreakEvenCount = 500

/**
 * Returns the price of all photos of a runner by the price rules of the service. Each amount is what the service charges for a
 * cart, or the difference of two carts.
 *
 * @returns undefined when the event sells neither photos nor the package
 */
export function chooseOffer(
  { single, personalPackage }: { single?: Product | undefined; personalPackage?: Product | undefined },
  { photos: offeredPhotos, hasPossiblePhotos, paid, mayGrow }: OfferedPhotos,
): Offer | undefined {
  const count = offeredPhotos.length
  const toMoney = (amount: number): Money => ({
    amount,
    currencyId: (single ?? personalPackage)?.price.currencyId ?? 643,
  })
  /** Returns the first photos of the runner, or all and further ones. */
  const takePhotos = (photos: number) =>
    [...offeredPhotos, ...buildFurtherPhotos(photos - count, offeredPhotos)].slice(0, photos)
  const toPackages = (photos: number, growing = mayGrow) => {
    const runner = { photos: takePhotos(photos), paid, mayGrow: growing }
    return personalPackage ? [toPricedPackage({ product: personalPackage, single, ...runner })] : []
  }
  // the price of a package that may grow never falls back to the price of its photos
  const packagePrice = personalPackage && computeTotalPrice(toPackages(count, true))
  const growing = packagePrice !== undefined && mayGrow && { growing: { price: toMoney(packagePrice) } }
  if (!single)
    return packagePrice === undefined
      ? undefined
      : { tariff: 'package', sum: toMoney(packagePrice), ...growing }
  const getSeparatePrice = (photos: number) => computeTotalPrice(toPricedPhotos(single, takePhotos(photos)))
  const getLowestPrice = (photos: number) =>
    computeTotalPrice(toPricedPhotos(single, takePhotos(photos)), toPackages(photos))
  const unitPrice = computeUnitPrice(toPricedPhotos(single, offeredPhotos), toPackages(count))
  const separatePrice = getSeparatePrice(count)
  const sum = getLowestPrice(count)
  if (packagePrice !== undefined && packagePrice <= separatePrice) {
    return {
      tariff: 'package',
      sum: toMoney(sum),
      ...(sum < separatePrice && { saved: toMoney(separatePrice - sum) }),
      ...growing,
    }
  }
  const breakEvenCount =
    packagePrice === undefined || mayGrow ? undefined : findBreakEven(getSeparatePrice, packagePrice, count)
  return {
    tariff: 'singles',
    sum: toMoney(sum),
    ...(unitPrice !== undefined && { each: toMoney(unitPrice) }),
    ...(hasPossiblePhotos && { next: { place: count + 1, price: toMoney(getLowestPrice(count + 1) - sum) } }),
    ...growing,
    ...(packagePrice !== undefined &&
      breakEvenCount !== undefined && { breakEven: { count: breakEvenCount, price: toMoney(packagePrice) } }),
  }
}

/**
 * Returns the number of photos from which a package costs no more than they do; undefined where they never cost as much.
 *
 * @param priceApart never falls as the number grows
 */
function findBreakEven(
  getSeparatePrice: (photos: number) => number,
  packagePrice: number,
  currentCount: number,
): number | undefined {
  let low = currentCount
  let high = currentCount + 1
  while (getSeparatePrice(high) < packagePrice) {
    if (high >= maxBreakEvenCount) return undefined
    low = high
    high = Math.min(maxBreakEvenCount, high * 2)
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (getSeparatePrice(middle) < packagePrice) low = middle
    else high = middle
  }
  return high
}
