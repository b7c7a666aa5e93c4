/**
 * Computes the price of a cart independently of the shop's code, with exact fractions, from the price list as a
 * person would read it. Amounts in kopecks.
 */
export interface ListedCode {
  readonly kind: 'percent' | 'fixed' | 'gift'
  readonly value: number
  /** Reduces single photos only. */
  readonly photosOnly?: boolean
}

const packagePrice = 199000n

function getPhotoPrice(count: number): bigint {
  if (count >= 5) return 27000n
  return count >= 3 ? 33000n : 39000n
}

/** Returns a percentage of an amount; rounds half a kopeck up. */
function computePercentage(amount: bigint, percent: number): bigint {
  const hundredths = amount * BigInt(percent)
  const remainder = hundredths % 100n
  return hundredths / 100n + (remainder >= 50n ? 1n : 0n)
}

/** @returns the total, and the discount of each code */
export function computePrice(
  cart: { photos: number; packages: number },
  codes: readonly ListedCode[],
): { total: number; discounts: number[] } {
  const photos = getPhotoPrice(cart.photos) * BigInt(cart.photos)
  let packages = packagePrice * BigInt(cart.packages)
  let discountSum = 0n
  const discounts = codes.map((code): bigint => {
    if (code.kind === 'gift') {
      if (packages < packagePrice) return 0n
      packages -= packagePrice
      return packagePrice
    }
    const base = (code.photosOnly ? photos : photos + packages) - discountSum
    const value = BigInt(code.value)
    const discount =
      code.kind === 'percent' ? computePercentage(base, code.value) : value < base ? value : base
    discountSum += discount
    return discount
  })
  return { total: Number(photos + packages - discountSum), discounts: discounts.map(Number) }
}

/** Returns the amount of a total by payment method. */
export function computeAmountToPay(total: number, way: string): number {
  return way === 'fast' ? total - Number(computePercentage(BigInt(total), 5)) : total
}
