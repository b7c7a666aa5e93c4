import fc from 'fast-check'
import { type ProductType, productTypes } from '../../../contract/catalog.ts'
import type { PricedItem, PricedPhoto } from '../../../contract/prices/items.ts'

/**
 * Returns an item to be priced, of the catalog `c`.
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

const arbitraryTiers = fc.array(
  fc.record({ from: fc.integer({ min: 1, max: 8 }), price: fc.integer({ min: 0, max: 500_000 }) }),
  { maxLength: 3 },
)
/** Generates the items of a cart, whose packages contain no known photos. */
export const arbitraryItems = fc.array(
  fc.record({
    catalogId: fc.constantFrom('a', 'b'),
    productType: fc.constantFrom(...productTypes),
    price: fc.integer({ min: 0, max: 500_000 }),
    tiers: arbitraryTiers,
  }),
  { maxLength: 12 },
)
/** Generates a promo code of any kind. */
export const arbitraryCode = fc.record({
  kind: fc.constantFrom('percent' as const, 'fixed' as const, 'gift' as const),
  value: fc.integer({ min: 0, max: 100 }),
  productTypes: fc.subarray([...productTypes], { maxLength: 3 }),
  catalogIds: fc.subarray(['a', 'b']),
})

const photoIds = ['p0', 'p1', 'p2', 'p3', 'p4', 'p5', 'p6']
const arbitraryPrice = fc.record({
  price: fc.integer({ min: 0, max: 500 }),
  tiers: fc.array(
    fc.record({ from: fc.integer({ min: 2, max: 9 }), price: fc.integer({ min: 0, max: 500 }) }),
    { maxLength: 3 },
  ),
  laterPrice: fc.option(fc.integer({ min: 0, max: 600 }), { nil: undefined }),
})

/** Generates photos of one kind in an event: plain ones, whose only frame is the empty text, or framed ones. */
const arbitraryPhotoKind = (frames: readonly string[], maxPackages: number) =>
  fc.record({
    // of several products, e.g. one for all runners and one for those of a distance
    products: fc.array(arbitraryPrice, { minLength: 1, maxLength: 2 }),
    chosen: fc.uniqueArray(
      fc.record({
        photoId: fc.constantFrom(...photoIds),
        frameId: fc.constantFrom(...frames),
        product: fc.nat({ max: 1 }),
      }),
      { selector: toPhotoName, maxLength: 7 },
    ),
    packages: fc.array(
      fc.record({
        frameId: fc.constantFrom(...frames),
        photoIds: fc.subarray(photoIds),
        price: fc.integer({ min: 0, max: 2_500 }),
        laterPrice: fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: undefined }),
        mayGrow: fc.boolean(),
        isChosen: fc.boolean(),
        // the catalog sells its photos one by one, too
        hasSingle: fc.constantFrom(true, true, true, false),
      }),
      { maxLength: maxPackages },
    ),
  })
export type PhotoKind =
  ReturnType<typeof arbitraryPhotoKind> extends fc.Arbitrary<infer Value> ? Value : never

/** Returns an identifier of a photo in a frame. */
export function toPhotoName({ photoId, frameId }: { photoId: string; frameId: string }): string {
  return `${photoId} in ${frameId}`
}

/** Generates the products of one event, and what a cart contains of them. */
export const arbitraryEvent = fc.record({
  plain: arbitraryPhotoKind([''], 3),
  framed: arbitraryPhotoKind(['f', 'g'], 2),
  videos: fc.array(arbitraryPrice, { maxLength: 2 }),
  gifts: fc.array(arbitraryPrice, { maxLength: 2 }),
})
