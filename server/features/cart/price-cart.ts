import type { PromoRefusal } from '../../../contract/cart.ts'
import type { CurrencyId } from '../../../contract/common.ts'
import { type Pricing, priceCart } from '../../../contract/price-rules.ts'
import {
  createPricedItem,
  isPackage,
  type PricedItem,
  type PricedPhoto,
} from '../../../contract/prices/items.ts'
import type { Context } from '../../platform/context.ts'
import { findPhotoProducts, findProducts, type PricedRow } from '../catalog/index.ts'
import { findPromos, getPromoRefusal, type PromoRow, toPricingCode } from '../promo/index.ts'
import { DeductedPayments, deductBought } from './deduct-bought.ts'
import { type Buyer, findEarlierPurchases } from './earlier-purchases.ts'
import type { PhotosOfRunners } from './photos-of-runners.ts'
import { type CartItemRow, type CartRow, findCartCodeIds } from './store.ts'

/** Describes a cart with the prices of one moment. */
export interface PricedCart {
  readonly products: ReadonlyMap<string, PricedRow>
  /** In the order in which they were added. */
  readonly codes: readonly PromoRow[]
  /** Reasons why codes of an open cart give no discount, by code id, in the order in which they were added. */
  readonly refusedCodes: ReadonlyMap<string, PromoRefusal>
  readonly pricing: Pricing
}

/**
 * Prices the items of a cart at this moment. Unusable codes give no discount, except those that the cart's own order has used.
 * Deducts earlier payments for photos of a package from its price.
 */
export async function priceItems(
  context: Context,
  cart: Pick<CartRow, 'id' | 'state'>,
  buyer: Buyer,
  items: readonly CartItemRow[],
  photosOfRunners: PhotosOfRunners,
): Promise<PricedCart> {
  const rows = await findProducts(context, [...new Set(items.map((item) => item.productId))])
  const products = new Map(rows.map((row) => [row.id, row]))
  const onSale = await findPhotoProducts(context, [...new Set(items.map((item) => item.catalogId))])
  const codeIds = await findCartCodeIds(context, cart.id)
  const promos = new Map((await findPromos(context, codeIds)).map((code) => [code.id, code]))
  const codes = codeIds.flatMap((codeId) => promos.get(codeId) ?? [])
  const earlierPurchases = await findEarlierPurchases(context, buyer, items)
  // A payment is deducted once, even if the photo shows the runners of two packages.
  const deducted = new DeductedPayments()
  const pricePackage = (
    product: PricedRow,
    id: string,
    photoIds: readonly string[],
    deductedBefore: DeductedPayments,
  ): PricedItem => {
    const eventPurchases = earlierPurchases.filter((item) => item.eventId === product.eventId)
    const { price, frame } = product
    const unbought = deductBought(
      { price, frameId: frame?.frameId ?? null },
      photoIds,
      eventPurchases,
      deductedBefore,
    )
    const content = {
      photos: unbought.photoIds.map(toPricedPhoto),
      mayGrow: photosOfRunners.growingEventIds.has(product.eventId),
      single: findSinglePrice(onSale, product),
    }
    return { ...createPricedItem(product, id, content), price: unbought.price }
  }
  const pricedItems = items.flatMap((item): PricedItem[] => {
    const product = products.get(item.productId)
    if (!product) return []
    const { id, photoId, frameId } = item
    if (item.subject)
      return [pricePackage(product, id, photosOfRunners.photoIdsByItem.get(id) ?? item.photoIds, deducted)]
    const photo = photoId === null ? undefined : toPricedPhoto(photoId)
    return [{ ...createPricedItem(product, id, { photo }), frameId: frameId ?? undefined }]
  })
  const offers = photosOfRunners.runners.flatMap(({ eventId, photoIds, distance }, index) =>
    onSale
      .filter((product) => product.eventId === eventId && isPackage(product))
      .filter((product) => product.distance === null || product.distance === distance)
      .map((product) =>
        pricePackage(product, `${index} ${product.id}`, photoIds, new DeductedPayments(deducted)),
      ),
  )
  const refusedCodes = new Map<string, PromoRefusal>()
  for (const code of cart.state === 'Processed' ? [] : codes) {
    const refusal = getPromoRefusal(code, context.now)
    if (refusal) refusedCodes.set(code.id, refusal)
  }
  const usable = codes.filter(({ id }) => !refusedCodes.has(id))
  return { products, codes, refusedCodes, pricing: priceCart(pricedItems, usable.map(toPricingCode), offers) }
}

/** Describes what the shop charges for all photos of a runner. Amounts are in minor units. */
export interface RunnerPrice {
  readonly amount: number
  /** Price of the photos one by one; 0 when the event sells none. */
  readonly separateAmount: number
  readonly currencyId: CurrencyId
}

/**
 * Returns the price of photos for a runner without purchases, by the products of the runner's distance. Undefined when the
 * event sells neither photos nor packages.
 */
export async function priceRunnerPhotos(
  context: Context,
  catalogId: string,
  photoIds: readonly string[],
  distance: string | undefined,
): Promise<RunnerPrice | undefined> {
  const products = await findPhotoProducts(context, [catalogId])
  const onSale = products.filter((product) => product.distance === null || product.distance === distance)
  const singles = onSale.filter(({ productType }) => productType === 'photo')
  const single = singles.find((product) => product.distance !== null) ?? singles[0]
  const pricedPhotos = photoIds.map(toPricedPhoto)
  const items = single ? pricedPhotos.map((photo) => createPricedItem(single, photo.photoId, { photo })) : []
  const packages = onSale
    .filter(({ productType }) => productType === 'photos_with_me')
    .map((product) => createPricedItem(product, product.id, { photos: pricedPhotos }))
  const amount = single
    ? priceCart(items, [], packages).totalAmount
    : Math.min(...packages.map((each) => priceCart([each], []).totalAmount))
  const [first] = onSale
  if (!first || !Number.isFinite(amount)) return undefined
  return { amount, separateAmount: priceCart(items, []).totalAmount, currencyId: first.currencyId }
}

function toPricedPhoto(photoId: string): PricedPhoto {
  return { photoId }
}

/**
 * Returns the price of a package's photos one by one: for the package's distance, or else for all runners. Undefined when
 * the catalog sells no single photos.
 */
function findSinglePrice(
  onSale: readonly PricedRow[],
  { catalogId, productType, frame, distance }: PricedRow,
) {
  const single = productType === 'photosWithFrame' ? 'frame' : 'photo'
  const productsForSingles = onSale.filter(
    (row) =>
      row.catalogId === catalogId &&
      row.productType === single &&
      row.frame?.frameId === frame?.frameId &&
      (row.distance === null || row.distance === distance),
  )
  const found = productsForSingles.find((row) => row.distance === distance) ?? productsForSingles[0]
  return found && { price: found.price, tiers: found.tiers }
}
