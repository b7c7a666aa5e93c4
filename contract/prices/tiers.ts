import { addAmounts, splitByWeight } from './amounts.ts'

/** Describes a price threshold: from `from` pieces of one catalog on, each costs `price` minor units. */
export interface Tier {
  readonly from: number
  readonly price: number
}

/** Price of one photo: before thresholds, and the lower prices by count. */
export interface SinglePrice {
  readonly price: number
  readonly tiers: readonly Tier[]
}

export interface NextTier {
  /** Number of additional photos that lower the price of each. */
  readonly missing: number
  /** Price of each of them at that count. */
  readonly price: number
}

/** Returns the price of one piece when `count` of them are bought together. A threshold never raises it. */
export function getUnitPrice(price: number, tiers: readonly Tier[], count: number): number {
  return Math.min(price, ...tiers.filter((tier) => tier.from <= count).map((tier) => tier.price))
}

/** Returns the nearest threshold that lowers the price, or undefined at the lowest price. */
export function findNextTier(price: number, tiers: readonly Tier[], count: number): NextTier | undefined {
  const currentPrice = getUnitPrice(price, tiers, count)
  const [next] = tiers
    .filter((tier) => tier.from > count && tier.price < currentPrice)
    .toSorted((one, other) => one.from - other.from)
  return next && { missing: next.from - count, price: next.price }
}

/** Returns the price of each item when all are bought together, or with more of them where that is cheaper in total. */
export function computeJointPrices(items: readonly SinglePrice[]): number[] {
  const counts = new Set([items.length, ...items.flatMap(({ tiers }) => tiers.map(({ from }) => from))])
  let best: { sum: number; prices: number[] } | undefined
  for (const count of [...counts].sort((one, other) => one - other)) {
    if (count < items.length) continue
    const prices = items.map(({ price, tiers }) => getUnitPrice(price, tiers, count))
    const sum = addAmounts(prices) + (count - items.length) * Math.min(...prices)
    if (!best || sum < best.sum) best = { sum, prices }
  }
  return best ? splitByWeight(best.sum, best.prices) : []
}
