import type { ProductType } from '../../../contract/catalog.ts'
import type { CurrencyId } from '../../../contract/common.ts'
import type { Tier } from '../../../contract/price-rules.ts'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import type { LocalText } from '../../platform/local-text.ts'
import en from './messages.en.json' with { type: 'json' }
import es from './messages.es.json' with { type: 'json' }
import ru from './messages.ru.json' with { type: 'json' }
import { insertProducts, type ProductRow } from './store.ts'

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
    frame: { price: 49000 },
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
    frame: { price: 699 },
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

/** What can be delivered is sold; the rest waits as a draft. */
const offered: readonly { productType: ProductType; state: ProductRow['state'] }[] = [
  { productType: 'photos_with_me', state: 'InCatalog' },
  { productType: 'photo', state: 'InCatalog' },
  { productType: 'photosWithFrame', state: 'Draft' },
  { productType: 'frame', state: 'Draft' },
  { productType: 'video', state: 'Draft' },
  { productType: 'promocode', state: 'InCatalog' },
]

/**
 * Fills an event's catalog with the usual products at the usual prices, in the tenant's currency.
 * A product that is already there stays as it is, so this may be repeated.
 */
export async function createDefaultCatalog(
  context: Context,
  catalog: {
    eventId: string
    catalogId: string
    /** False leaves out what needs a frame. */
    frames?: boolean
  },
): Promise<void> {
  const { currencyId } = context.tenant.settings
  const wanted = offered.filter(({ productType }) => catalog.frames !== false || !/frame/i.test(productType))
  await insertProducts(
    context,
    wanted.map(({ productType, state }, position) => ({
      id: newId(),
      tenant: context.tenant.name,
      catalogId: catalog.catalogId,
      eventId: catalog.eventId,
      productType,
      variant: '',
      state,
      title: textOf(productType, 'title'),
      description: textOf(productType, 'description'),
      currencyId,
      price: prices[currencyId][productType].price,
      tiers: [...(prices[currencyId][productType].tiers ?? [])],
      distance: null,
      frame: null,
      position,
      createdOn: context.now,
    })),
  )
}

function textOf(productType: ProductType, field: 'title' | 'description'): LocalText {
  const key = `${productType}.${field}` as const
  return { ru: ru[key], en: en[key], es: es[key] }
}
