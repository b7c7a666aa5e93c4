import type { ProductType } from './catalog.ts'

/** Describes the part of a cart item that decides whether one item contains another. */
export interface CartRulesItem {
  readonly productId: string
  readonly productType: ProductType
  readonly catalogId: string
  readonly photoId?: string | undefined
  readonly videoId?: string | undefined
  readonly frameId?: string | undefined
  /** Owner of the photos of a package. Packages of one product for two people are two items. */
  readonly person?: string | undefined
  /** Photos in a package, as far as they are known. */
  readonly photoIds?: readonly string[] | undefined
}

export type Refusal = 'ProductAlreadyInCart' | 'PhotoInsidePackage' | 'PhotoInsideFramedPackage'

/** Returns why an item must not be added to a cart that holds others, or undefined when it may be added. */
export function checkCartRules(
  existingItems: readonly CartRulesItem[],
  item: CartRulesItem,
): Refusal | undefined {
  if (existingItems.some((other) => isSameItem(other, item))) return 'ProductAlreadyInCart'
  const isInPackage = (packageType: ProductType) =>
    existingItems.some(
      (other) =>
        other.productType === packageType &&
        other.frameId === item.frameId &&
        item.photoId !== undefined &&
        (other.photoIds ?? []).includes(item.photoId),
    )
  if (item.productType === 'photo' && isInPackage('photos_with_me')) return 'PhotoInsidePackage'
  if (item.productType === 'frame' && isInPackage('photosWithFrame')) return 'PhotoInsideFramedPackage'
  return undefined
}

/** Returns the single photos that an added package contains. They are removed from the cart to avoid double payment. */
export function findCoveredItems<Item extends CartRulesItem>(
  existingItems: readonly Item[],
  addedItem: CartRulesItem,
): Item[] {
  const singleProductType = { photos_with_me: 'photo', photosWithFrame: 'frame' }[
    addedItem.productType as string
  ]
  const containedPhotoIds = new Set(addedItem.photoIds ?? [])
  return existingItems.filter(
    (item) =>
      item.productType === singleProductType &&
      item.frameId === addedItem.frameId &&
      item.photoId !== undefined &&
      containedPhotoIds.has(item.photoId),
  )
}

function isSameItem(one: CartRulesItem, other: CartRulesItem): boolean {
  return (
    one.productType !== 'promocode' &&
    one.productId === other.productId &&
    one.photoId === other.photoId &&
    one.videoId === other.videoId &&
    one.frameId === other.frameId &&
    one.person === other.person
  )
}
