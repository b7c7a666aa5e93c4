import type { CartItem } from '../../../contract/cart.ts'
import type { Product } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import {
  buildFurtherPhotos,
  buildUnloadedPhoto,
  computeTotalPrice,
  getPhotoOfItem,
  listPriceTiers,
  type PhotoToPrice,
  type RunnerPackage,
  toPricedPackage,
  toPricedPhotos,
} from '../catalog/index.ts'
import type { ShownItem } from './overlay.ts'

export interface ItemGroup {
  eventId: string
  title: string
  catalogId: string
  items: readonly ShownItem[]
}

/** Groups the items by event, in the order of each event's first item. */
export function groupByEvent(items: readonly ShownItem[]): ItemGroup[] {
  const groups = new Map<string, ItemGroup>()
  for (const item of items) {
    const { catalogId, title } = item.catalog
    const group = groups.get(item.eventId) ?? { eventId: item.eventId, title, catalogId, items: [] }
    groups.set(item.eventId, { ...group, items: [...group.items, item] })
  }
  return [...groups.values()]
}

export function isPackage(item: Pick<CartItem, 'product'>): boolean {
  return item.product.productType === 'photos_with_me' || item.product.productType === 'photosWithFrame'
}

/** Describes a package that is cheaper than what it replaces, or adds photos for little. */
export interface PackageOffer {
  product: Product
  /** The sum that the service charges for the package. */
  price: Money
  /** The number of photos in the package. */
  count: number
  /** The part of the cart's total that the package replaces. */
  replacedSum: Money
  /** Additional photos and what they cost; absent when the package is cheaper than the single photos in the cart. */
  additional?: { count: number; price: Money }
}

/**
 * Returns the package of all photos of the person as an offer. It must be cheaper than the single photos in the cart, or
 * add further photos for little, and never cost more than all photos one by one.
 *
 * @param items of one event, priced by the service
 * @param products of the event
 * @param count number of the person's photos, including bought ones
 */
export function findPackageOffer(
  items: readonly ShownItem[],
  runner: RunnerPackage | undefined,
  products: readonly Product[],
  count: number,
): PackageOffer | undefined {
  const singles = items.filter((item) => item.product.productType === 'photo')
  const hasPackage = items.some((item) => item.product.productType === 'photos_with_me')
  if (hasPackage || singles.length < 2 || singles.some(({ price }) => !price)) return undefined
  const single = runner?.single
  if (!runner || !single) return undefined
  const { product, photos } = runner
  const inCart = new Set(singles.map(({ photoId }) => photoId))
  const runnerIds = new Set(photos.map(({ photoId }) => photoId))
  const photosOfOthers = singles.filter(({ photoId = '' }) => !runnerIds.has(photoId))
  const price = computeTotalPrice([toPricedPackage(runner)])
  const priceOneByOne = computeTotalPrice(toPricedPhotos(single, photos))
  if (photosOfOthers.length === singles.length || price > priceOneByOne) return undefined
  // photos of other runners stay in the cart, at the price of their number
  const remainingItems = photosOfOthers.flatMap((item) =>
    toPricedPhotos(products.find(({ productId }) => productId === item.product.productId) ?? single, [
      toPhoto(item),
    ]),
  )
  const currentTotal = singles.reduce((sum, item) => sum + (item.price?.amount ?? 0), 0)
  const replacedSum = currentTotal - computeTotalPrice(remainingItems)
  const toMoney = (amount: number): Money => ({ amount, currencyId: product.price.currencyId })
  const offer = { product, price: toMoney(price), count, replacedSum: toMoney(replacedSum) }
  if (replacedSum > price) return offer
  const additionalCount = photos.filter(({ photoId }) => !inCart.has(photoId)).length
  const isHalfPaid = replacedSum * 2 >= price
  return additionalCount > 0 && isHalfPaid
    ? { ...offer, additional: { count: additionalCount, price: toMoney(price - replacedSum) } }
    : undefined
}

/** Describes the items of one kind of an event in the cart: their number, and the tiers of their price. */
export interface DiscountProgress {
  count: number
  total: number
  flags: { at: number; price: Money; next: boolean }[]
  next?: { missing: number; price: Money }
}

/**
 * Returns the tiers of one kind of item; undefined also when the service would charge another price at the next tier, such as that
 * of a package.
 *
 * @param single the product of one item: a photo, a gift code
 * @param runner the package that photos of the runner are charged as, where it is cheaper
 */
export function findNextDiscount(
  items: readonly ShownItem[],
  single: Product | undefined,
  runner?: RunnerPackage,
): DiscountProgress | undefined {
  const itemsOfProduct = items.filter((item) => item.product.productType === single?.productType)
  const photosInCart = itemsOfProduct.map(toPhoto)
  const progress = getDiscountProgress(itemsOfProduct.length, single, photosInCart)
  if (!progress?.next || !single) return progress
  const { missing, price } = progress.next
  const idsInCart = new Set(photosInCart.map(({ photoId }) => photoId))
  const otherPhotos = (runner?.photos ?? []).filter(({ photoId }) => !idsInCart.has(photoId))
  const furtherPhotos = [...otherPhotos, ...buildFurtherPhotos(missing, photosInCart)].slice(0, missing)
  const photos = toPricedPhotos(single, [...photosInCart, ...furtherPhotos])
  const charged = computeTotalPrice(photos, runner ? [toPricedPackage(runner)] : [])
  return charged === photos.length * price.amount ? progress : undefined
}

/** Returns the photo of an item. A gift code counts as a photo with the id of its item. */
function toPhoto(item: ShownItem): PhotoToPrice {
  return getPhotoOfItem(item) ?? buildUnloadedPhoto(item.shoppingCartItemId)
}

/**
 * Returns the tiers for a given number of items, like `findNextDiscount`; undefined for zero, or when the product has no
 * quantity tiers.
 *
 * @param photos of the items; none of a gift code
 */
export function getDiscountProgress(
  count: number,
  single: Product | undefined,
  photos: readonly PhotoToPrice[] = [],
): DiscountProgress | undefined {
  const [, ...tiers] = single ? listPriceTiers(single, photos) : []
  const last = tiers.at(-1)
  if (count === 0 || !last) return undefined
  const nextTier = tiers.find((tier) => tier.from > count)
  return {
    count,
    total: Math.max(last.from, count),
    flags: tiers.map((tier) => ({ at: tier.from, price: tier.price, next: tier === nextTier })),
    next: nextTier && { missing: nextTier.from - count, price: nextTier.price },
  }
}
