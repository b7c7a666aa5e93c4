import type { ProductType } from '../../../contract/catalog.ts'
import type { CurrencyId } from '../../../contract/common.ts'
import { type Language, mapLanguages } from '../../../contract/language/languages.ts'
import type { Tier } from '../../../contract/prices/tiers.ts'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { loadCatalogue } from '../../platform/language/catalogue.ts'
import type { LocalText } from '../../platform/local-text.ts'
import type messages from './messages.ru.json'
import { countFrames, insertProducts, type ProductRow } from './store.ts'

const getFormatter = loadCatalogue<keyof typeof messages>(import.meta.dirname)

interface Price {
  readonly price: number
  readonly tiers?: readonly Tier[]
}

/** Lists the default prices of an event, in minor units. */
const prices: Record<CurrencyId, Record<ProductType, Price>> = {
  643: {
    photo: {
      price: 39000,
      tiers: [
        { from: 3, price: 33000 },
        { from: 5, price: 27000 },
      ],
    },
    photos_with_me: { price: 199000 },
    photosWithFrame: { price: 249000 },
    frame: {
      price: 49000,
      tiers: [
        { from: 3, price: 42000 },
        { from: 5, price: 36000 },
      ],
    },
    video: { price: 69000 },
    promocode: {
      price: 199000,
      tiers: [
        { from: 10, price: 179000 },
        { from: 50, price: 159000 },
      ],
    },
  },
  840: {
    photo: {
      price: 499,
      tiers: [
        { from: 3, price: 399 },
        { from: 5, price: 349 },
      ],
    },
    photos_with_me: { price: 2499 },
    photosWithFrame: { price: 2999 },
    frame: {
      price: 699,
      tiers: [
        { from: 3, price: 599 },
        { from: 5, price: 499 },
      ],
    },
    video: { price: 999 },
    promocode: {
      price: 2499,
      tiers: [
        { from: 10, price: 2249 },
        { from: 50, price: 1999 },
      ],
    },
  },
}

/** Products of every event; frames are added with their pictures. */
const defaultProductTypes = ['photos_with_me', 'photo', 'video', 'promocode'] as const

/**
 * Fills an event's catalog with the default products at default prices, in the tenant's currency. Idempotent: an existing
 * product stays unchanged.
 */
export async function createDefaultCatalog(
  context: Context,
  catalog: { eventId: string; catalogId: string },
): Promise<void> {
  await insertProducts(
    context,
    defaultProductTypes.map((productType, position) =>
      buildDefaultProduct(context, productType, catalog, position * 10),
    ),
  )
}

/**
 * Adds the two products of a frame: one framed photo, and all framed photos of a runner. Existing ones stay unchanged.
 *
 * @param input.price minor units; the default price when absent
 */
export async function addFrameProducts(
  context: Context,
  input: {
    eventId: string
    catalogId: string
    frame: NonNullable<ProductRow['frame']>
    price?: number | undefined
    packagePrice?: number | undefined
  },
): Promise<void> {
  const { eventId, catalogId, frame, price, packagePrice } = input
  const otherFrameCount = await countFrames(context, catalogId, frame.frameId)
  const buildFrameProduct = (
    productType: 'frame' | 'photosWithFrame',
    customPrice: number | undefined,
  ): ProductRow => {
    const position = (productType === 'frame' ? 12 : 2) + otherFrameCount
    return {
      ...buildDefaultProduct(context, productType, { eventId, catalogId }, position),
      frame,
      variant: frame.frameId,
      ...(customPrice === undefined ? {} : { price: customPrice, tiers: [] }),
    }
  }
  await insertProducts(context, [
    buildFrameProduct('frame', price),
    buildFrameProduct('photosWithFrame', packagePrice),
  ])
}

/** Describes a product in addition to the default ones. Framed products are added with their frame, see `addFrameProducts`. */
export interface NewProduct {
  readonly eventId: string
  readonly catalogId: string
  readonly productType: Exclude<ProductType, 'frame' | 'photosWithFrame'>
  /** Minor units of the tenant's currency, per piece; at least 1. */
  readonly price: number
  /** Restricts the product to runners of this distance; absent: sold to all. */
  readonly distance?: string | undefined
  /** The default title of the type when absent. */
  readonly title?: LocalText | undefined
}

/**
 * Adds one product without price thresholds. A catalog has one product of a type for all, and one for each distance.
 *
 * @returns its id; undefined when the catalog has such a product already
 */
export async function addProduct(context: Context, input: NewProduct): Promise<string | undefined> {
  const { productType, price, distance, title } = input
  // Sorted before the product of the same type that is sold to all.
  const position = defaultProductTypes.indexOf(productType) * 10 - (distance === undefined ? 0 : 1)
  const defaultProduct = buildDefaultProduct(context, productType, input, position)
  const product: ProductRow = {
    ...defaultProduct,
    ...{ price, tiers: [] },
    ...(distance === undefined ? {} : { distance, variant: `distance:${distance}` }),
    ...(title ? { title } : {}),
  }
  return (await insertProducts(context, [product])) > 0 ? product.id : undefined
}

function buildDefaultProduct(
  context: Context,
  productType: ProductType,
  { eventId, catalogId }: Pick<ProductRow, 'eventId' | 'catalogId'>,
  position: number,
): ProductRow {
  const { currencyId } = context.tenant.settings
  const { price, tiers = [] } = prices[currencyId][productType]
  return {
    id: newId(),
    tenant: context.tenant.name,
    eventId,
    catalogId,
    productType,
    variant: '',
    state: 'InCatalog',
    title: buildDefaultTexts(productType, 'title'),
    description: buildDefaultTexts(productType, 'description'),
    currencyId,
    price,
    preorderPrice: null,
    tiers: [...tiers],
    distance: null,
    frame: null,
    position,
    createdOn: context.now,
  }
}

function buildDefaultTexts(
  productType: ProductType,
  field: 'title' | 'description',
): Record<Language, string> {
  const key = `${productType}.${field}` as const
  return mapLanguages((language) => getFormatter(language)(key))
}
