import type { Product } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import { priceCart } from '../../../contract/price-rules.ts'
import { toPricedItem } from '../catalog/index.ts'

export interface GiftPrices {
  /** Equals the sum that the service charges for all codes. */
  readonly total: Money
  /** Price of each code, when all cost the same. */
  readonly each: Money | undefined
}

/** Returns the price of a number of gift codes by the price rules of the service. */
export function priceGifts(product: Product, count: number): GiftPrices {
  const toMoney = (amount: number): Money => ({ ...product.price, amount })
  const codes = Array.from({ length: count }, (_, at) => toPricedItem(product, String(at)))
  const { lines, totalAmount } = priceCart(codes, [])
  const [first] = lines
  const hasOnePrice = lines.every(({ price }) => price === first?.price)
  return { total: toMoney(totalAmount), each: first && hasOnePrice ? toMoney(first.price) : undefined }
}
