import type { Cart } from '../../../contract/cart.ts'
import { useProductsOf } from '../catalog/index.ts'
import { type Estimate, estimateOf } from './estimate.ts'
import type { ShownItem } from './overlay.ts'

/** Returns the estimate of the cart; undefined once the service has confirmed the price of all shown items. */
export function useEstimate(cart: Cart | null, items: readonly ShownItem[]): Estimate | undefined {
  const isTold = cart !== null && items.length === cart.items.length && items.every((item) => !item.waiting)
  const catalogIds = [...new Set(items.map((item) => item.catalog.catalogId))]
  const products = useProductsOf(isTold ? [] : catalogIds)
  return isTold ? undefined : estimateOf(cart, items, products)
}
