import type { ProductType } from '../../../contract/catalog.ts'
import type { PricedItem, PricedPhoto } from '../../../contract/prices/items.ts'

/**
 * Returns an item to be priced, of the catalog `c`. Each price of a test is made by it.
 *
 * @param price in minor units
 */
export const buildPricedItem = (
  id: string,
  productType: ProductType,
  price: number,
  more: Partial<PricedItem> = {},
): PricedItem => ({ id, catalogId: 'c', productType, price, tiers: [], ...more })

/** Returns a photo to be priced, like all others but for its id. */
export const buildPricedPhoto = (photoId: string): PricedPhoto => ({ photoId })
