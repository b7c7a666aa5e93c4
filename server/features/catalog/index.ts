import { getProduct, listProducts, type Product } from '../../../contract/catalog.ts'
import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { registerCall } from '../../platform/http/register-call.ts'
import { createResponseCache } from '../../platform/http/response-cache.ts'
import { resolveLocalText } from '../../platform/local-text.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { findProducts, findProductsOnSale, type PricedRow } from './store.ts'

export { addFrameProducts, addProduct, createDefaultCatalog, type NewProduct } from './default-catalog.ts'
export {
  findPhotoProducts,
  findProducts,
  type PricedRow,
  type ProductRow,
  setPreorderDiscount,
} from './store.ts'

/** Tables that prices and offers depend on: pre-orders lower the prices, and only events with videos sell them. */
const tables = ['products', 'events', 'videos']

/** Creates the feature that lists an event's products and prices. */
export function createCatalogFeature({ tableVersions }: Pick<Services, 'tableVersions'>): Feature {
  const sendCached = createResponseCache(tableVersions)
  return {
    routes: (app) => {
      registerCall(app, listProducts, (context, input) =>
        sendCached(context, input, listProducts, { tables }, async () => {
          const { catalogId, distance, offset, count } = input.query
          const all = await findProductsOnSale(context, { catalogId, distance })
          const items = all.slice(offset, offset + count).map((row) => presentProduct(context, row))
          return { items, count: items.length, total: all.length }
        }),
      )
      registerCall(app, getProduct, (context, input) =>
        sendCached(context, input, getProduct, { tables }, async () => {
          const [row] = await findProducts(context, [input.params.productId])
          if (!row?.isOnSale) throw new Failure('ProductNotFound')
          return presentProduct(context, row)
        }),
      )
    },
  }
}

function presentProduct(context: Context, row: PricedRow): Product {
  const toMoney = (amount: number) => ({ amount, currencyId: row.currencyId })
  return {
    productId: row.id,
    catalogId: row.catalogId,
    title: resolveLocalText(row.title, context.language),
    productType: row.productType,
    price: toMoney(row.price),
    originalPrice: toMoney(row.originalPrice),
    priceTiers: row.tiers.map((tier) => ({ from: tier.from, price: toMoney(tier.price) })),
    state: row.state,
    ...(row.distance === null ? {} : { distance: row.distance }),
    ...(row.frame
      ? { frame: { ...row.frame, title: resolveLocalText(row.frame.title, context.language) } }
      : {}),
    description: resolveLocalText(row.description, context.language),
  }
}
