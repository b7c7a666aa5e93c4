import type { CartItem } from '../../../contract/cart.ts'
import type { PriceTier, Product } from '../../../contract/catalog.ts'
import type { Photo } from '../../../contract/photos.ts'
import { priceCart } from '../../../contract/price-rules.ts'
import {
  createPricedItem,
  type PricedContent,
  type PricedItem,
  type PricedPhoto,
} from '../../../contract/prices/items.ts'

/** Describes a photo as far as its price depends on it. */
export type PhotoToPrice = Pick<Photo, 'photoId'>

/** Describes the photos of one runner, as far as the price of their package depends on them. */
export interface RunnerPhotos {
  /** Photos that the buyer does not have yet. Contains placeholders for those that are not loaded. */
  readonly photos: readonly PhotoToPrice[]
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
  readonly photos: readonly PhotoToPrice[]
  /** Photos of the event that are in the cart one by one. */
  readonly inCart: readonly { readonly photo: PhotoToPrice; readonly product: Product }[]
  /** The package that the service charges photos of the runner as, where it is cheaper. */
  readonly runner?: RunnerPackage | undefined
  /** The runner's package is in the cart. */
  readonly isPackageInCart?: boolean
}

/** Returns a photo of which only the id is known. */
export function buildUnloadedPhoto(photoId: string): PhotoToPrice {
  return { photoId }
}

/** Returns placeholders for photos of which only the number is known. @param name distinguishes them from others */
export function buildUnloadedPhotos(count: number, name = 'unloaded'): PhotoToPrice[] {
  return Array.from({ length: Math.max(0, count) }, (_, at) => buildUnloadedPhoto(`${name} ${at}`))
}

/** Returns placeholders for further photos, which cost as much as the first of the given ones. */
export function buildFurtherPhotos(count: number, photos: readonly PhotoToPrice[]): PhotoToPrice[] {
  const [first] = photos
  return buildUnloadedPhotos(count, 'further').map((photo) =>
    Object.assign(photo, first, { photoId: photo.photoId }),
  )
}

/** Returns the photo of an item in the cart; undefined for an item that is not a single photo. */
export function getPhotoOfItem({ photoId }: Pick<CartItem, 'photoId'>): PhotoToPrice | undefined {
  return photoId === undefined ? undefined : { photoId }
}

/** Describes a photo to the rules of prices. */
export function toPricedPhoto({ photoId }: PhotoToPrice): PricedPhoto {
  return { photoId }
}

/** Converts a product to an item of a cart. @param id unique in the cart */
export function toPricedItem(product: Product, id: string, content?: PricedContent): PricedItem {
  const { price, originalPrice, priceTiers } = product
  const pricedProduct = {
    ...product,
    price: price.amount,
    originalPrice: originalPrice.amount,
    tiers: priceTiers.map((tier) => ({ from: tier.from, price: tier.price.amount })),
  }
  return createPricedItem(pricedProduct, id, content)
}

/** Converts photos that a product sells one by one to items of a cart. */
export function toPricedPhotos(single: Product, photos: readonly PhotoToPrice[]): PricedItem[] {
  return photos.map((photo) =>
    toPricedItem(single, `photo ${photo.photoId}`, { photo: toPricedPhoto(photo) }),
  )
}

/** Converts a runner's package to an item of a cart, or to an offer for photos in a cart. */
export function toPricedPackage({ product, single, photos, paid, mayGrow }: RunnerPackage): PricedItem {
  const content = { photos: photos.map(toPricedPhoto), mayGrow, single: single && toPricedItem(single, '') }
  const item = toPricedItem(product, `package ${product.productId}`, content)
  return { ...item, price: Math.max(0, item.price - paid) }
}

/** Returns what the service charges for a cart without promo codes, in minor units. */
export function computeTotalPrice(items: readonly PricedItem[], offers: readonly PricedItem[] = []): number {
  return priceCart(items, [], offers).totalAmount
}

/**
 * Returns the price of one photo, and those for several that the service charges for as many like the first of the given ones,
 * by number.
 */
export function listPriceTiers(single: Product, photos: readonly PhotoToPrice[]): PriceTier[] {
  const buildItems = (count: number) => toPricedPhotos(single, buildFurtherPhotos(count, photos))
  const items = buildItems(1)
  const tiers = items
    .flatMap((item) => item.tiers)
    .filter(({ from, price }) => from > 1 && computeTotalPrice(buildItems(from)) === from * price)
    .toSorted((one, other) => one.from - other.from)
  return [{ from: 1, price: computeTotalPrice(items) }, ...tiers].map(({ from, price }) => ({
    from,
    price: { ...single.price, amount: price },
  }))
}

/** Returns what the service charges for each item of a cart; undefined where they differ. */
export function computeUnitPrice(
  items: readonly PricedItem[],
  offers: readonly PricedItem[],
): number | undefined {
  const [price, ...others] = new Set(priceCart(items, [], offers).lines.map((line) => line.price))
  return others.length === 0 ? price : undefined
}

/** Returns the items of a selection's cart, and the offers that apply to them. */
export function toPricedCart({ inCart, runner, isPackageInCart }: PhotoSelection) {
  const packages = runner ? [toPricedPackage(runner)] : []
  return {
    singles: inCart.flatMap(({ product, photo }) => toPricedPhotos(product, [photo])),
    packages: isPackageInCart ? packages : [],
    offers: isPackageInCart ? [] : packages,
  }
}

/** Returns the amount by which photos raise the total of the cart, in minor units. */
export function priceSelection(selection: PhotoSelection): number {
  const { singles, packages, offers } = toPricedCart(selection)
  const itemsInCart = [...packages, ...singles]
  const added = toPricedPhotos(selection.single, selection.photos)
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
