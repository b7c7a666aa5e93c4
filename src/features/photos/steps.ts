import type { Money } from '../../../contract/common.ts'
import { priceAlike, unitPrice } from '../../../contract/price-rules.ts'

export interface Tier {
  from: number
  price: Money
}

export interface PriceStep {
  /** From how many photos on. */
  at: number
  /** Of each photo; of all together at the package. */
  price: Money
  isPackage: boolean
}

export interface Steps {
  /** Length of the ruler. */
  total: number
  count: number
  /** What the chosen photos cost together. */
  sum: Money
  each: Money
  flags: (PriceStep & { next: boolean })[]
  /** The threshold ahead, and how many photos are missing to it. */
  next?: PriceStep & { missing: number }
  /** All photos together cost no more than the chosen ones. */
  packageIsCheaper: boolean
}

interface Wish {
  /** Photos chosen now. */
  count: number
  /** Photos of the event in the cart already: they count towards the thresholds. */
  inCart?: number
  single: { price: Money; priceTiers: readonly Tier[] }
  /** All photos of the person for one price. */
  package?: { price: Money; photosCount: number }
}

const amountsOf = ({ priceTiers }: Wish['single']) =>
  priceTiers.map(({ from, price }) => ({ from, price: price.amount }))

/** What one photo costs when so many are bought. */
export function eachOf(single: Wish['single'], count: number): Money {
  return { ...single.price, amount: unitPrice(single.price.amount, amountsOf(single), count) }
}

/** The discount ladder as the ruler shows it. */
export function stepsOf({ count, inCart = 0, single, package: all }: Wish): Steps {
  const together = count + inCart
  const each = eachOf(single, together)
  const one = { productType: 'photo', price: single.price.amount, tiers: amountsOf(single) } as const
  const sum: Money = { ...single.price, amount: priceAlike(one, count, inCart) }
  const tiers = single.priceTiers.filter((tier) => tier.from > 1).toSorted((a, b) => a.from - b.from)
  const longest = tiers.at(-1)?.from ?? 1
  const total = Math.max(all?.photosCount ?? longest + 3, together)
  const flags: PriceStep[] = tiers
    .filter((tier) => tier.from <= total)
    .map((tier) => ({ at: tier.from, price: tier.price, isPackage: false }))
  const packageStep = all && { at: total, price: all.price, isPackage: true }
  if (packageStep) flags.push(packageStep)
  const packageIsCheaper = all !== undefined && count > 0 && sum.amount >= all.price.amount
  const ahead = flags.find((flag) => !flag.isPackage && flag.at > together)
  const next = packageIsCheaper ? packageStep : (ahead ?? packageStep)
  return {
    total,
    count: Math.min(together, total),
    sum,
    each,
    flags: flags.map(({ at, price, isPackage }, index) => ({
      at,
      price,
      isPackage,
      next: flags[index] === next,
    })),
    next: next && { ...next, missing: Math.max(0, next.at - together) },
    packageIsCheaper,
  }
}
