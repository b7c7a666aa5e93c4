import { type Pricing, priceCart } from '../../../contract/price-rules.ts'
import type { Context } from '../../platform/context.ts'
import { findProducts, findSingleProducts, type PricedRow, type ProductRow } from '../catalog/index.ts'
import { asPricingCode, findPromos, type PromoRow, whyUnusable } from '../promo/index.ts'
import { type CartItemRow, type CartRow, codesOfCart } from './store.ts'

export interface PricedCart {
  readonly products: ReadonlyMap<string, PricedRow>
  /** In the order they were added. */
  readonly codes: readonly PromoRow[]
  readonly pricing: Pricing
}

/**
 * Prices a cart's items at this moment; codes that cannot be used any more take nothing off, but for those that the
 * cart's own order has used.
 *
 * @param packages photos of each package, by item id
 */
export async function priceItems(
  context: Context,
  cart: Pick<CartRow, 'id' | 'state'>,
  items: readonly CartItemRow[],
  packages: ReadonlyMap<string, readonly string[]>,
): Promise<PricedCart> {
  const rows = await findProducts(context, [...new Set(items.map((item) => item.productId))])
  const products = new Map(rows.map((row) => [row.id, row]))
  const singles = await findSingleProducts(context, [...new Set(items.map((item) => item.catalogId))])
  const codeIds = await codesOfCart(context, cart.id)
  const found = new Map((await findPromos(context, codeIds)).map((code) => [code.id, code]))
  const codes = codeIds.flatMap((codeId) => found.get(codeId) ?? [])
  const things = items.flatMap((item) => {
    const product = products.get(item.productId)
    if (!product) return []
    const { id, catalogId, productType } = item
    const photosCount = (packages.get(id) ?? item.photoIds).length
    const apart = item.subject ? photosCount * priceOfSingle(singles, product) : 0
    const worth = Math.max(apart, product.originalPrice)
    return [{ id, catalogId, productType, price: product.price, tiers: product.tiers, worth }]
  })
  const isOrdered = cart.state === 'Processed'
  const usable = codes.filter((code) => isOrdered || whyUnusable(code, context.now) === undefined)
  return { products, codes, pricing: priceCart(things, usable.map(asPricingCode)) }
}

/** What one of a package's photos costs by itself. */
function priceOfSingle(
  singles: readonly ProductRow[],
  { catalogId, productType, variant }: ProductRow,
): number {
  const single = productType === 'photosWithFrame' ? 'frame' : 'photo'
  const found = singles.find(
    (row) => row.catalogId === catalogId && row.productType === single && row.variant === variant,
  )
  return found?.price ?? 0
}
