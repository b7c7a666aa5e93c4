import type { Money } from '../../../contract/common.ts'
import { priceAlike } from '../../../contract/price-rules.ts'

export interface Tier {
  from: number
  price: Money
}

export interface PriceStep {
  /** Minimum number of photos. */
  at: number
  /** Price of each photo; for the package, of all together. */
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
  next?: PriceStep & { missing: number }
  /** All photos together cost no more than the selected ones. */
  packageCostsTheSame: boolean
}

/** The selection and the prices of the event. */
export interface Chosen {
  /** Number of selected photos. */
  count: number
  /** Photos of the event already in the cart: they count towards the price tiers. */
  inCart?: number
  single: { price: Money; priceTiers: readonly Tier[] }
  /** All photos of the runner for one price. */
  package?: { price: Money; photosCount: number }
  /** All selected photos and those in the cart belong to the package: together they never cost more than it. */
  isInside?: boolean
}

const amountsOf = ({ priceTiers }: Chosen['single']) =>
  priceTiers.map(({ from, price }) => ({ from, price: price.amount }))

/** Returns the price tiers as the ruler shows them. */
export function stepsOf({ count, inCart = 0, single, package: all, isInside = false }: Chosen): Steps {
  const together = count + inCart
  const one = { productType: 'photo', price: single.price.amount, tiers: amountsOf(single) } as const
  const most = all && isInside ? all.price.amount : Number.POSITIVE_INFINITY
  const before = Math.min(most, priceAlike(one, inCart))
  const after = Math.min(most, priceAlike(one, together))
  const sum: Money = { ...single.price, amount: after - before }
  const tiers = single.priceTiers.filter((tier) => tier.from > 1).toSorted((a, b) => a.from - b.from)
  const longest = tiers.at(-1)?.from ?? 1
  const total = Math.max(all?.photosCount ?? longest + 3, together)
  const flags: PriceStep[] = tiers
    .filter((tier) => tier.from <= total)
    .map((tier) => ({ at: tier.from, price: tier.price, isPackage: false }))
  const packageStep = all && { at: total, price: all.price, isPackage: true }
  if (packageStep) flags.push(packageStep)
  const packageCostsTheSame = all !== undefined && count > 0 && after >= all.price.amount
  const ahead = flags.find((flag) => !flag.isPackage && flag.at > together)
  const next = packageCostsTheSame ? packageStep : (ahead ?? packageStep)
  return {
    total,
    count: Math.min(together, total),
    sum,
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
