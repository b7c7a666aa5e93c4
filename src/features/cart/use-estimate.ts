import type { Cart } from '../../../contract/cart.ts'
import { useProductsOf } from '../catalog/index.ts'
import { type Estimate, estimateOf } from './estimate.ts'
import type { ShownItem } from './overlay.ts'

/** What the cart may come to, as long as the service has not told the price of what is shown. */
export function useEstimate(cart: Cart | null, items: readonly ShownItem[]): Estimate | undefined {
  const isTold = cart !== null && items.length === cart.items.length && items.every((item) => !item.waiting)
  const catalogIds = [...new Set(items.map((item) => item.catalog.catalogId))]
  const products = useProductsOf(isTold ? [] : catalogIds)
  return isTold ? undefined : estimateOf(cart, items, products)
}
