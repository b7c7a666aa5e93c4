import { getProduct, listProducts, type Product } from '../../../contract/catalog.ts'
import type { Context } from '../../platform/context.ts'
import { handle } from '../../platform/http/handle.ts'
import { Failure } from '../../platform/http/problem.ts'
import { createResponseCache } from '../../platform/http/response-cache.ts'
import { localText } from '../../platform/local-text.ts'
import type { Feature, Services } from '../../platform/services.ts'
import { findProducts, type PricedRow, productsOnSale } from './store.ts'

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
      handle(app, listProducts, (context, input) =>
        sendCached(context, input, listProducts, { tables }, async () => {
          const { catalogId, distance, offset, count } = input.query
          const all = await productsOnSale(context, { catalogId, distance })
          const items = all.slice(offset, offset + count).map((row) => present(context, row))
          return { items, count: items.length, total: all.length }
        }),
      )
      handle(app, getProduct, (context, input) =>
        sendCached(context, input, getProduct, { tables }, async () => {
          const [row] = await findProducts(context, [input.params.productId])
          if (!row?.isOnSale) throw new Failure('ProductNotFound')
          return present(context, row)
        }),
      )
    },
  }
}

function present(context: Context, row: PricedRow): Product {
  const money = (amount: number) => ({ amount, currencyId: row.currencyId })
  return {
    productId: row.id,
    catalogId: row.catalogId,
    title: localText(row.title, context.language),
    productType: row.productType,
    price: money(row.price),
    originalPrice: money(row.originalPrice),
    priceTiers: row.tiers.map((tier) => ({ from: tier.from, price: money(tier.price) })),
    state: row.state,
    ...(row.distance === null ? {} : { distance: row.distance }),
    ...(row.frame ? { frame: { ...row.frame, title: localText(row.frame.title, context.language) } } : {}),
    description: localText(row.description, context.language),
  }
}
