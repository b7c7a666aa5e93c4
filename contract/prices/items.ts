import type { ProductType } from '../catalog.ts'
import type { SinglePrice } from './tiers.ts'

/** Describes a photo as far as its price depends on it. */
export interface PricedPhoto {
  readonly photoId: string
}

/** Describes a product as far as the price of its items depends on it. Amounts are in minor units. */
export interface PricedProduct extends SinglePrice {
  readonly catalogId: string
  readonly productType: ProductType
  /** Set for framed products. */
  readonly frame?: { readonly frameId: string } | null | undefined
  /** The price that the shop charges at another time, e.g. after the pre-order. */
  readonly originalPrice: number
}

/** One item to be bought. Amounts are in minor units. */
export interface PricedItem extends SinglePrice {
  readonly id: string
  readonly catalogId: string
  readonly productType: ProductType
  /** Set for a single photo. A package that contains it pays for it. */
  readonly photo?: PricedPhoto | undefined
  /** Frame of framed products. A package pays only for photos in its own frame. */
  readonly frameId?: string | undefined
  /** Set for a package: the photos it would add to what the buyer has, as far as they are known. */
  readonly photos?: readonly PricedPhoto[] | undefined
  /** Set for a package that also delivers photos added later. No number of single photos is equivalent to it. */
  readonly mayGrow?: boolean | undefined
  /** Set for a package: the price of its photos one by one. */
  readonly single?: SinglePrice | undefined
  /** A higher price that the shop charges at another time, e.g. after the pre-order. */
  readonly laterPrice?: number | undefined
}

/** The photo of a single photo, or the content of a package. */
export type PricedContent = Pick<PricedItem, 'photo' | 'photos' | 'mayGrow' | 'single'>

/** Converts a product to an item of a cart. @param id unique in the cart */
export function createPricedItem(
  product: PricedProduct,
  id: string,
  content: PricedContent = {},
): PricedItem {
  const { catalogId, productType, price, tiers, frame, originalPrice } = product
  return {
    id,
    catalogId,
    productType,
    price,
    tiers,
    frameId: frame?.frameId,
    laterPrice: originalPrice > price ? originalPrice : 0,
    ...content,
  }
}

const singleTypes: { readonly [Type in ProductType]?: ProductType } = {
  photos_with_me: 'photo',
  photosWithFrame: 'frame',
}

/** Returns whether a product is a package of photos. */
export function isPackage({ productType }: Pick<PricedItem, 'productType'>): boolean {
  return singleTypes[productType] !== undefined
}

/** Returns the product type of the photos that a package replaces, and any other type unchanged. */
export function toSingleType(productType: ProductType): ProductType {
  return singleTypes[productType] ?? productType
}

/** Returns the key of a group. Photos and packages of one kind in one catalog can replace each other. */
export function toGroupKey({
  catalogId,
  productType,
}: Pick<PricedItem, 'catalogId' | 'productType'>): string {
  return `${catalogId}\n${toSingleType(productType)}`
}

/** Returns the key of a photo in its frame; undefined for an unknown photo. */
export function toPhotoKey(photo: PricedPhoto | undefined, frameId: string | undefined): string | undefined {
  return photo && `${photo.photoId}\n${frameId ?? ''}`
}

/** Lists the keys of the photos of a package. */
export function listPhotoKeys({ photos = [], frameId }: PricedItem): (string | undefined)[] {
  return photos.map((photo) => toPhotoKey(photo, frameId))
}
