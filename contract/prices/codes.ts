import type { ProductType } from '../catalog.ts'
import { addAmounts, splitByWeight, toPercentage } from './amounts.ts'
import { type Charge, getRemainingPrice } from './charges.ts'
import type { PricedItem } from './items.ts'

/** A promo code and its effect. A `gift` pays for one whole “All photos with me”. */
export interface PricingCode {
  readonly codeId: string
  readonly kind: 'percent' | 'fixed' | 'gift'
  /** Percent, or minor units. Unused for a gift. */
  readonly value: number
  /** Empty: applies to every product type or catalog. */
  readonly productTypes: readonly ProductType[]
  readonly catalogIds: readonly string[]
}

/** Names what a code takes off a whole cart, in minor units. */
export interface CodeDiscount {
  readonly codeId: string
  readonly discount: number
}

/** Returns whether a code may lower the price of an item. */
export function isCodeApplicable(
  code: PricingCode,
  item: Pick<PricedItem, 'productType' | 'catalogId'>,
): boolean {
  if (code.kind === 'gift' && item.productType !== 'photos_with_me') return false
  const isTypeEligible = code.productTypes.length === 0 || code.productTypes.includes(item.productType)
  return isTypeEligible && (code.catalogIds.length === 0 || code.catalogIds.includes(item.catalogId))
}

/** Returns whether two codes exclude each other. Only gifts can be combined, as each pays for a separate package. */
export function areCodesConflicting(
  one: Pick<PricingCode, 'kind'>,
  other: Pick<PricingCode, 'kind'>,
): boolean {
  return one.kind !== 'gift' || other.kind !== 'gift'
}

/** Spreads the discount of a code over the charges it applies to. Returns the whole discount. */
export function applyCode(code: PricingCode, charges: readonly Charge[]): number {
  const discountableCharges = charges.filter(
    (charge) => getRemainingPrice(charge) > 0 && isCodeApplicable(code, charge),
  )
  if (code.kind === 'gift') {
    const amountByPackage = new Map<string, number>()
    // a gift pays for a chosen package, never for photos that are charged as one
    for (const charge of discountableCharges.filter(({ chargedItemId, lineId }) => chargedItemId === lineId))
      amountByPackage.set(
        charge.chargedItemId,
        (amountByPackage.get(charge.chargedItemId) ?? 0) + getRemainingPrice(charge),
      )
    const [mostExpensive] = [...amountByPackage].sort(([, one], [, other]) => other - one)
    if (!mostExpensive) return 0
    for (const charge of discountableCharges)
      if (charge.lineId === mostExpensive[0]) charge.discount += getRemainingPrice(charge)
    return mostExpensive[1]
  }
  const remainingPrices = discountableCharges.map(getRemainingPrice)
  const base = addAmounts(remainingPrices)
  const discount = Math.min(base, code.kind === 'percent' ? toPercentage(base, code.value) : code.value)
  const shares = splitByWeight(discount, remainingPrices)
  for (const [index, charge] of discountableCharges.entries()) charge.discount += shares[index] ?? 0
  return discount
}
