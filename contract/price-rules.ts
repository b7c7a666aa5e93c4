import type { ProductType } from './catalog.ts'
import { addAmounts } from './prices/amounts.ts'
import { type Charge, computeCharges } from './prices/charges.ts'
import type { CodeDiscount, PricingCode } from './prices/codes.ts'
import { findCheapest, listCombinations } from './prices/combinations.ts'
import { isPackage, type PricedItem, toGroupKey } from './prices/items.ts'
import { findNextTier, type NextTier } from './prices/tiers.ts'

export interface PricedLine {
  readonly id: string
  /** The higher price at another time, e.g. after the pre-order; otherwise the price. */
  readonly originalPrice: number
  /** Price in this cart before codes. */
  readonly price: number
  /** Share of this line in the discounts of the codes. */
  readonly discount: number
  /** Product type that it is charged as: single photos as the package that contains them, or a package as its photos. */
  readonly chargedAs: ProductType
}

export interface Pricing {
  readonly lines: readonly PricedLine[]
  /** Sum of the lines' prices before codes. */
  readonly amount: number
  /** Price of all photos bought one by one minus the price of the lines, both before codes. 0 without a package. */
  readonly savedByPackages: number
  readonly discounts: readonly CodeDiscount[]
  /** Sum of the lines' prices minus their discounts: the amount due. */
  readonly totalAmount: number
  readonly nextTier: NextTier | undefined
}

/**
 * Prices a whole cart. The buyer pays for the cheapest combination of catalog products that contains the chosen items:
 * more photos than chosen where a threshold makes them cheaper together, a package in place of its photos, or the photos of a
 * package that cannot grow in place of the package. Then the codes are applied in the order in which they were added. Every
 * amount is a whole number of minor units, and the lines add up to the total.
 *
 * @param offers packages of the runners whose photos are in the cart. Photos may be charged as one of them; offers are never
 *   cart lines.
 */
export function priceCart(
  items: readonly PricedItem[],
  codes: readonly PricingCode[],
  offers: readonly PricedItem[] = [],
): Pricing {
  const groups = [...new Set(items.map(toGroupKey))].map((groupKey) => ({
    groupKey,
    items: items.filter((item) => toGroupKey(item) === groupKey),
    offers: offers.filter((offer) => toGroupKey(offer) === groupKey),
  }))
  const { charges, discounts } = findCheapest(
    groups.map((group) => listCombinations(group.items, group.offers)),
    codes,
  )
  const savedByGroup = groups.map(({ groupKey, items: chosen }) =>
    computeSavings(
      charges.filter((charge) => toGroupKey(charge) === groupKey),
      chosen,
    ),
  )
  const lines = items.map((item): PricedLine => {
    const lineCharges = charges.filter((charge) => charge.lineId === item.id)
    const price = addAmounts(lineCharges.map((charge) => charge.price))
    const isOwnType = lineCharges.some((charge) => charge.productType === item.productType)
    return {
      id: item.id,
      originalPrice: Math.max(price, item.laterPrice ?? 0),
      price,
      discount: addAmounts(lineCharges.map((charge) => charge.discount)),
      chargedAs: isOwnType ? item.productType : (lineCharges[0]?.productType ?? item.productType),
    }
  })
  return {
    lines,
    amount: addAmounts(lines.map((line) => line.price)),
    savedByPackages: addAmounts(savedByGroup),
    discounts,
    totalAmount: addAmounts(lines.map((line) => line.price - line.discount)),
    nextTier: findNearestTier(items),
  }
}

/**
 * Returns how much less the charges of a group cost than its photos one by one. 0 without a package, or when the photos of
 * the packages are unknown.
 */
function computeSavings(charges: readonly Charge[], items: readonly PricedItem[]): number {
  if (!charges.some(isPackage)) return 0
  const hasUnknownPhotos = ({ single, photos }: PricedItem) => !single || !photos?.length
  const unknownPackages = items.filter((item) => isPackage(item) && hasUnknownPhotos(item))
  const singles = items.filter((item) => !isPackage(item))
  const separateCharges = computeCharges(singles, items.filter(isPackage), unknownPackages, unknownPackages)
  return Math.max(
    0,
    addAmounts(separateCharges.map(({ price }) => price)) - addAmounts(charges.map(({ price }) => price)),
  )
}

function findNearestTier(items: readonly PricedItem[]): NextTier | undefined {
  const toKey = ({ catalogId, productType }: PricedItem) => `${catalogId}\n${productType}`
  const counts = new Map<string, number>()
  for (const item of items) counts.set(toKey(item), (counts.get(toKey(item)) ?? 0) + 1)
  const [nearest] = items
    .flatMap((item) => findNextTier(item.price, item.tiers, counts.get(toKey(item)) ?? 0) ?? [])
    .toSorted((one, other) => one.missing - other.missing || one.price - other.price)
  return nearest
}
