import type { Product } from '../../../contract/catalog.ts'
import { priceCart } from '../../../contract/price-rules.ts'
import type { PricedItem } from '../../../contract/prices/items.ts'

/** Describes the photos of one runner, as far as the price of their package depends on them. */
export interface RunnerPhotos {
  /** Ids of the photos that the buyer does not have yet. Contains placeholders for those that are not loaded. */
  readonly photoIds: readonly string[]
  /** Minor units paid for single photos of the runner. They count towards the package. */
  readonly paid: number
  /** Photos of the runner may still appear. */
  readonly mayGrow: boolean
}

/** Describes a package of one runner. */
export interface RunnerPackage extends RunnerPhotos {
  readonly product: Product
  /** The product that sells photos of the package one by one. */
  readonly single: Product | undefined
}

/** Describes photos to be added to a cart. */
export interface PhotoSelection {
  /** The product that sells each of the photos. */
  readonly single: Product
  /** None of them is in the cart. */
  readonly photoIds: readonly string[]
  /** Photos of the event that are in the cart one by one. */
  readonly inCart: readonly { readonly photoId: string; readonly product: Product }[]
  /** The package that the service charges photos of the runner as, where it is cheaper. */
  readonly runner?: RunnerPackage | undefined
  /** The runner's package is in the cart. */
  readonly isPackageInCart?: boolean
}

/** Converts a product to an item of a cart. @param id unique in the cart */
export function toPricedItem(product: Product, id: string): PricedItem {
  const { catalogId, productType, price, originalPrice, priceTiers, frame } = product
  return {
    id,
    catalogId,
    productType,
    price: price.amount,
    tiers: priceTiers.map((tier) => ({ from: tier.from, price: tier.price.amount })),
    frameId: frame?.frameId,
    laterPrice: originalPrice.amount > price.amount ? originalPrice.amount : 0,
  }
}

/** Converts photos that a product sells one by one to items of a cart. */
export function toPricedPhotos(single: Product, photoIds: readonly string[]): PricedItem[] {
  return photoIds.map((photoId) => ({ ...toPricedItem(single, `photo ${photoId}`), photoId }))
}

/** Converts a runner's package to an item of a cart, or to an offer for photos in a cart. */
export function toPricedPackage({ product, single, photoIds, paid, mayGrow }: RunnerPackage): PricedItem {
  const item = toPricedItem(product, `package ${product.productId}`)
  return {
    ...item,
    price: Math.max(0, item.price - paid),
    photoIds,
    mayGrow,
    single: single && toPricedItem(single, ''),
  }
}

/** Returns what the service charges for a cart without promo codes, in minor units. */
export function computeTotalPrice(items: readonly PricedItem[], offers: readonly PricedItem[] = []): number {
  return priceCart(items, [], offers).totalAmount
}

/** Returns the items of a selection's cart, and the offers that apply to them. */
export function toPricedCart({ inCart, runner, isPackageInCart }: PhotoSelection) {
  const packages = runner ? [toPricedPackage(runner)] : []
  return {
    singles: inCart.flatMap(({ product, photoId }) => toPricedPhotos(product, [photoId])),
    packages: isPackageInCart ? packages : [],
    offers: isPackageInCart ? [] : packages,
  }
}

/** Returns the amount by which photos raise the total of the cart, in minor units. */
export function priceSelection(selection: PhotoSelection): number {
  const { singles, packages, offers } = toPricedCart(selection)
  const itemsInCart = [...packages, ...singles]
  const added = toPricedPhotos(selection.single, selection.photoIds)
  return computeTotalPrice([...itemsInCart, ...added], offers) - computeTotalPrice(itemsInCart, offers)
}

/** Returns the product that sells the photos of a package one by one, in the same frame: of its distance, or else of none. */
export function findSinglePhotoProduct(
  products: readonly Product[],
  packageProduct: Product,
): Product | undefined {
  const type = packageProduct.productType === 'photosWithFrame' ? 'frame' : 'photo'
  const candidates = products.filter(
    ({ productType, catalogId, frame, distance }) =>
      productType === type &&
      catalogId === packageProduct.catalogId &&
      frame?.frameId === packageProduct.frame?.frameId &&
      (distance === undefined || distance === packageProduct.distance),
  )
  return candidates.find(({ distance }) => distance === packageProduct.distance) ?? candidates[0]
}
