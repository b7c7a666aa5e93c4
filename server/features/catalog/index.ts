import { getProduct, listProducts, type Product } from '../../../contract/catalog.ts'
import type { Feature, Ground } from '../../platform/app-parts.ts'
import type { Context } from '../../platform/context.ts'
import { handle } from '../../platform/http/handle.ts'
import { createKeptAnswers } from '../../platform/http/kept-answers.ts'
import { Failure } from '../../platform/http/problem.ts'
import { localText } from '../../platform/local-text.ts'
import { findProducts, type PricedRow, productsOnSale } from './store.ts'

export { addFrameProducts, createDefaultCatalog } from './default-catalog.ts'
export {
  findProducts,
  findSingleProducts,
  type PricedRow,
  type ProductRow,
  setPreorderDiscount,
} from './store.ts'

/** What a price was made of: an event that takes pre-orders sells for less. */
const tables = ['products', 'events']

/** What may be bought in an event, and for how much. */
export function createCatalogFeature({ revisions }: Pick<Ground, 'revisions'>): Feature {
  const sendKept = createKeptAnswers(revisions)
  return {
    routes: (app) => {
      handle(app, listProducts, (context, input) =>
        sendKept(context, input, listProducts, { tables }, async () => {
          const { catalogId, distance, offset, count } = input.query
          const all = await productsOnSale(context, { catalogId, distance })
          const items = all.slice(offset, offset + count).map((row) => present(context, row))
          return { items, count: items.length, total: all.length }
        }),
      )
      handle(app, getProduct, (context, input) =>
        sendKept(context, input, getProduct, { tables }, async () => {
          const [row] = await findProducts(context, [input.params.productId])
          if (row?.state !== 'InCatalog') throw new Failure('ProductNotFound')
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
    ...(row.frame ? { frame: { ...row.frame, title: localText(row.frame.title, context.language) } } : {}),
    description: localText(row.description, context.language),
  }
}
