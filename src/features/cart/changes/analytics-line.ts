import type { CartItem } from '../../../../contract/cart.ts'
import type { Money } from '../../../../contract/common.ts'
import type { Line } from '../../../platform/analytics/index.ts'

/** Converts a cart item to a line for the analytics data layer. */
export function toAnalyticsLine(
  { productId, title, productType }: CartItem['product'],
  price: Money | undefined,
): Line {
  return { id: productId, name: title, category: productType, price }
}
