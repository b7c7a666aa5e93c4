import type { Cart } from '../../../contract/cart.ts'
import type { Product } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import { priceCart } from '../../../contract/price-rules.ts'
import type { PricedItem } from '../../../contract/prices/items.ts'
import {
  getPhotoOfItem,
  type RunnerPackage,
  toPricedItem,
  toPricedPackage,
  toPricedPhoto,
} from '../catalog/index.ts'
import { type KnownRunner, listRunnerPackages } from './known-runner.ts'
import type { ShownItem } from './overlay.ts'
import { isPackage } from './totals.ts'

/**
 * Describes the estimated price of a cart with unconfirmed items, from the service's rules and the last known prices. Not
 * binding.
 */
export interface Estimate {
  items: readonly ShownItem[]
  total: Money
}

/**
 * Estimates the total of the shown items with the pricing rules that the service uses too. Promo codes count with their
 * last known discount.
 *
 * @param products of the catalogs loaded so far; any other item has the price shown when it was added
 * @param runners by catalog id: their photos cost no more than their package, and earlier payments are deducted from it
 */
export function estimateTotal(
  cart: Pick<Cart, 'currencyId' | 'promotionalCodes'> | null,
  shown: readonly ShownItem[],
  products: readonly Product[],
  runners: ReadonlyMap<string, KnownRunner> = new Map(),
): Estimate {
  const productsById = new Map(products.map((product) => [product.productId, product]))
  const packagesOfRunners = [...runners].map(([catalogId, runner]) => {
    const productsOfCatalog = products.filter((product) => product.catalogId === catalogId)
    return { runner, packages: listRunnerPackages(productsOfCatalog, runner) }
  })
  const priced = shown.map((item) => {
    const packagesOfRunner = packagesOfRunners.find(({ runner }) => isQueuedFor(item, runner))
    const all = packagesOfRunner?.packages.find(({ product }) => product.productId === item.product.productId)
    return toPricedCartItem(item, productsById.get(item.product.productId), all)
  })
  const { lines } = priceCart(
    priced,
    [],
    packagesOfRunners.flatMap(({ packages }) => packages.map(toPricedPackage)),
  )
  const currencyId = cart?.currencyId ?? shown.find((item) => item.price)?.price?.currencyId ?? 643
  const toMoney = (amount: number): Money => ({ amount, currencyId })
  const items = shown.map((item, index) => {
    const line = lines[index]
    const isKnown = productsById.has(item.product.productId) || item.price !== undefined
    if (!line || !isKnown) return item
    const price = toMoney(line.price)
    const isEstimated = item.waiting !== undefined || price.amount !== item.price?.amount
    return { ...item, price, originalPrice: item.originalPrice ?? toMoney(line.originalPrice), isEstimated }
  })
  const discountTotal = (cart?.promotionalCodes ?? []).reduce((sum, { discount }) => sum + discount.amount, 0)
  const sum = items.reduce((all, { price }) => all + (price?.amount ?? 0), 0)
  return { items, total: toMoney(Math.max(0, sum - discountTotal)) }
}

/** Returns whether a package waits in the outbox in the name of a runner. */
function isQueuedFor(item: ShownItem, { input }: KnownRunner): boolean {
  return (
    isPackage(item) &&
    item.waiting !== undefined &&
    JSON.stringify(item.waiting.tokenRequest) === JSON.stringify(input)
  )
}

/** Converts a shown item. @param all the package that the item is, when its photos are known */
function toPricedCartItem(
  item: ShownItem,
  product: Product | undefined,
  packageOfItem: RunnerPackage | undefined,
): PricedItem {
  const { shoppingCartItemId: id, frameId, catalog } = item
  if (packageOfItem) return { ...toPricedPackage(packageOfItem), id }
  const photo = getPhotoOfItem(item)
  // the service has deducted earlier payments, and knows what the photos cost one by one
  const confirmed = isPackage(item) && !item.waiting ? item.price : undefined
  const content = { photo: photo && toPricedPhoto(photo), mayGrow: true }
  const price = confirmed ?? (product ? undefined : item.price)
  return {
    ...(product ? toPricedItem(product, id, content) : { price: 0, tiers: [], ...content }),
    ...{ id, frameId, productType: item.product.productType },
    catalogId: product?.catalogId ?? catalog.catalogId,
    ...(price && { price: price.amount }),
  }
}
