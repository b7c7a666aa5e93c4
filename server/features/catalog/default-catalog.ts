import type { ProductType } from '../../../contract/catalog.ts'
import type { CurrencyId, Language } from '../../../contract/common.ts'
import type { Tier } from '../../../contract/price-rules.ts'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { createCatalogue } from '../../platform/language/catalogue.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }
import { countFrames, insertProducts, type ProductRow } from './store.ts'

const sayIn = createCatalogue({ ru, en, es })

interface Price {
  readonly price: number
  readonly tiers?: readonly Tier[]
}

/** What an event costs unless somebody decides otherwise, in minor units. */
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

/** What every event sells; frames are added with their pictures. */
const offered = ['photos_with_me', 'photo', 'video', 'promocode'] as const

/**
 * Fills an event's catalog with the usual products at the usual prices, in the tenant's currency.
 * A product that is already there stays as it is, so this may be repeated.
 */
export async function createDefaultCatalog(
  context: Context,
  catalog: { eventId: string; catalogId: string },
): Promise<void> {
  await insertProducts(
    context,
    offered.map((productType, position) => usualProduct(context, productType, catalog, position * 10)),
  )
}

/**
 * Puts the two products of a frame on sale: one photo in it, and all photos of a runner. Those that are there already
 * stay as they are.
 *
 * @param wish.price minor units; the usual ones when absent
 */
export async function addFrameProducts(
  context: Context,
  wish: {
    eventId: string
    catalogId: string
    frame: NonNullable<ProductRow['frame']>
    price?: number | undefined
    packagePrice?: number | undefined
  },
): Promise<void> {
  const { eventId, catalogId, frame, price, packagePrice } = wish
  const others = await countFrames(context, catalogId, frame.frameId)
  const product = (productType: 'frame' | 'photosWithFrame', own: number | undefined): ProductRow => {
    const position = (productType === 'frame' ? 12 : 2) + others
    return {
      ...usualProduct(context, productType, { eventId, catalogId }, position),
      frame,
      variant: frame.frameId,
      ...(own === undefined ? {} : { price: own, tiers: [] }),
    }
  }
  await insertProducts(context, [product('frame', price), product('photosWithFrame', packagePrice)])
}

function usualProduct(
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
    title: textOf(productType, 'title'),
    description: textOf(productType, 'description'),
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

function textOf(productType: ProductType, field: 'title' | 'description'): Record<Language, string> {
  const key = `${productType}.${field}` as const
  return { ru: sayIn('ru')(key), en: sayIn('en')(key), es: sayIn('es')(key) }
}
