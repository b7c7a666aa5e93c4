import type { Cart } from '../../../contract/cart.ts'
import type { Product } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import { type PricedItem, priceCart } from '../../../contract/price-rules.ts'
import type { ShownItem } from './overlay.ts'

/** Estimated price of a cart with unconfirmed items, from the service's rules and the last known prices. Not binding. */
export interface Estimate {
  items: readonly ShownItem[]
  total: Money
}

/**
 * Estimates the total of the shown items with the pricing rules that the service uses too. Promo codes count with their
 * last known discount.
 *
 * @param products of the catalogs loaded so far; any other item costs what was shown when it was added
 */
export function estimateOf(
  cart: Pick<Cart, 'currencyId' | 'promotionalCodes'> | null,
  shown: readonly ShownItem[],
  products: readonly Product[],
): Estimate {
  const known = new Map(products.map((product) => [product.productId, product]))
  const { lines } = priceCart(
    shown.map((item) => thingOf(item, known.get(item.product.productId))),
    [],
  )
  const currencyId = cart?.currencyId ?? shown.find((item) => item.price)?.price?.currencyId ?? 643
  const money = (amount: number): Money => ({ amount, currencyId })
  const items = shown.map((item, at) => {
    const line = lines[at]
    const isKnown = known.has(item.product.productId) || item.price !== undefined
    if (!line || !isKnown) return item
    const price = money(line.price)
    const isAbout = item.waiting !== undefined || price.amount !== item.price?.amount
    return { ...item, price, originalPrice: item.originalPrice ?? money(line.originalPrice), isAbout }
  })
  const codes = (cart?.promotionalCodes ?? []).reduce((sum, { discount }) => sum + discount.amount, 0)
  const sum = items.reduce((all, { price }) => all + (price?.amount ?? 0), 0)
  return { items, total: money(Math.max(0, sum - codes)) }
}

function thingOf(item: ShownItem, product: Product | undefined): PricedItem {
  return {
    id: item.shoppingCartItemId,
    catalogId: product?.catalogId ?? item.catalog.catalogId,
    productType: item.product.productType,
    price: product?.price.amount ?? item.price?.amount ?? 0,
    tiers: (product?.priceTiers ?? []).map(({ from, price }) => ({ from, price: price.amount })),
    photoId: item.photoId,
    frameId: item.frameId,
    // only the service knows what its photos cost one by one
    mayGrow: true,
  }
}
