import type { Money } from '../../../contract/common.ts'
import {
  type PhotoSelection,
  priceSelection,
  toPricedCart,
  toPricedPhotos,
  totalPrice,
} from '../catalog/index.ts'
import { selectPhotos } from './select-photos.ts'
import type { Buying } from './use-buying.ts'

/** Describes a price and the number of photos from which it applies. */
export interface PriceStep {
  /** Minimum number of photos. */
  at: number
  /** Price of each photo; for a package, of all photos of the runner together. */
  price: Money
  isPackage: boolean
}

export interface Steps {
  /** Length of the ruler. */
  total: number
  count: number
  /** The amount that the selected photos add to the total. */
  sum: Money
  flags: (PriceStep & { next: boolean })[]
  /** The next price tier, and how many photos are missing to it. */
  next?: (PriceStep & { missing: number }) | undefined
  /** Whether all photos together cost no more than the selected ones. */
  packageCostsTheSame: boolean
}

/** Describes the selected photos, and what their price depends on. */
export interface Chosen extends PhotoSelection {
  /** Whether the ruler ends with all photos of the runner. */
  endsWithAll?: boolean
}

/**
 * Returns the price tiers for the selected photos of a page. Undefined where the event sells no single photos.
 *
 * @param ofPerson number of the runner's photos, at which the ruler ends
 */
export function stepsOfBuying({ basis, chosen }: Buying, ofPerson?: number): Steps | undefined {
  return basis && toSteps({ ...selectPhotos(basis, chosen, ofPerson), endsWithAll: Boolean(ofPerson) })
}

/** Returns the price tiers as the ruler shows them. Each price is one that the service charges at that number of photos. */
export function toSteps({ endsWithAll = false, ...selection }: Chosen): Steps {
  const { single, photoIds, inCart, runner, isPackageInCart } = selection
  const money = (amount: number): Money => ({ ...single.price, amount })
  const { singles, packages, offers } = toPricedCart(selection)
  const ofRunner = new Set(isPackageInCart ? [] : runner?.photoIds)
  const taken = new Set([...inCart.map(({ photoId }) => photoId), ...photoIds])
  const left = [...ofRunner].filter((photoId) => !taken.has(photoId))
  const together = taken.size
  const all = endsWithAll && ofRunner.size > 0 ? [...ofRunner] : undefined

  /** Returns the price of the photos in the cart, the selected ones and further ones. */
  const priceWith = (more: readonly string[]) => {
    const added = toPricedPhotos(single, [...photoIds, ...more])
    return totalPrice([...packages, ...singles, ...added], offers) - totalPrice(packages)
  }
  const isChargedAlone = ({ at, price }: PriceStep) =>
    totalPrice(toPricedPhotos(single, placeholders(at))) === at * price.amount
  const isChargedNext = ({ at, price }: PriceStep) => {
    const missing = at - together
    const more = [...left, ...placeholders(missing)].slice(0, missing)
    return priceWith(more) === at * price.amount
  }

  const tiers = single.priceTiers.filter((tier) => tier.from > 1).toSorted((a, b) => a.from - b.from)
  const longest = tiers.at(-1)?.from ?? 1
  const total = Math.max(all?.length ?? longest + 3, together)
  const flags = tiers
    .filter((tier) => tier.from <= total)
    .map((tier): PriceStep => ({ at: tier.from, price: tier.price, isPackage: false }))
    .filter(isChargedAlone)
  const amountOfAll = all ? totalPrice(toPricedPhotos(single, all), offers) : 0
  const packageStep = all && { at: all.length, price: money(amountOfAll), isPackage: true }
  if (packageStep) flags.push(packageStep)
  const isInside = [...taken].every((photoId) => ofRunner.has(photoId))
  const mayAddToAll = packageStep !== undefined && isInside && photoIds.length > 0 && left.length > 0
  const packageCostsTheSame = mayAddToAll && priceWith([]) === amountOfAll
  const ahead = flags.find((flag) => !flag.isPackage && flag.at > together && isChargedNext(flag))
  const rest = left.length > 0 ? packageStep : undefined
  const next = packageCostsTheSame ? packageStep : (ahead ?? rest)
  return {
    total,
    count: Math.min(together, total),
    sum: money(priceSelection(selection)),
    flags: flags.map(({ at, price, isPackage }, index) => ({
      at,
      price,
      isPackage,
      next: flags[index] === next,
    })),
    next: next && { ...next, missing: Math.max(0, next.at - together) },
    packageCostsTheSame,
  }
}

/** Returns ids of photos that are not loaded. */
function placeholders(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `further ${at}`)
}
