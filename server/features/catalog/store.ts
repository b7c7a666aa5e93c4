import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { events } from '../events/tables.ts'
import { products } from './tables.ts'

export type ProductRow = typeof products.$inferSelect

/** A product at the price of this moment. */
export type PricedRow = ProductRow & {
  /** Minor units: what it costs when no pre-orders are taken. */
  readonly originalPrice: number
}

/** Products with what they cost now: less as long as their event takes pre-orders. */
async function priced(context: Context, condition: SQL | undefined): Promise<PricedRow[]> {
  const rows = await context.db
    .select({ product: products, switches: events.switches })
    .from(products)
    .leftJoin(events, and(eq(events.tenant, products.tenant), eq(events.id, products.eventId)))
    .where(and(eq(products.tenant, context.tenant.name), condition))
    .orderBy(asc(products.position), asc(products.id))
  return rows.map(({ product, switches }) => pricedNow(product, switches?.preorder === true))
}

function pricedNow(product: ProductRow, isPreorder: boolean): PricedRow {
  const { price: originalPrice, preorderPrice } = product
  const price = isPreorder ? (preorderPrice ?? originalPrice) : originalPrice
  return { ...product, price, originalPrice }
}

/** Sets what the packages of a catalog cost in advance, as a percentage off. */
export async function setPreorderDiscount(
  context: Context,
  catalogId: string,
  percent: number,
): Promise<void> {
  // down to tens of roubles, whole dollars: prices in advance look like prices
  const step = sql`case when ${products.currencyId} = 643 then 1000 else 100 end`
  const price = sql`(floor(${products.price} * ${100 - percent} / 100.0 / ${step}) * ${step})::int`
  await context.db
    .update(products)
    .set({ preorderPrice: price })
    .where(
      and(
        eq(products.tenant, context.tenant.name),
        eq(products.catalogId, catalogId),
        inArray(products.productType, ['photos_with_me', 'photosWithFrame']),
      ),
    )
}

/** Writes products; those of a type and variant that the catalog has already are left alone. */
export async function insertProducts(context: Context, rows: readonly ProductRow[]): Promise<void> {
  await context.db
    .insert(products)
    .values([...rows])
    .onConflictDoNothing()
}

/** What is on sale in a catalog, in the order to show; `distance` adds what only its runners may buy. */
export function productsOnSale(
  context: Context,
  wish: { catalogId: string; distance?: string | undefined },
): Promise<PricedRow[]> {
  return priced(
    context,
    and(
      eq(products.catalogId, wish.catalogId),
      eq(products.state, 'InCatalog'),
      wish.distance === undefined
        ? undefined
        : or(isNull(products.distance), eq(products.distance, wish.distance)),
    ),
  )
}

/** Products by id in whatever state; unknown ids are left out. */
export function findProducts(context: Context, productIds: readonly string[]): Promise<PricedRow[]> {
  if (productIds.length === 0) return Promise.resolve([])
  return priced(context, inArray(products.id, [...productIds]))
}

/** How many frames a catalog sells besides one. */
export async function countFrames(
  context: Context,
  catalogId: string,
  exceptFrameId: string,
): Promise<number> {
  const [counted] = await context.db
    .select({ total: sql<number>`count(*)::int` })
    .from(products)
    .where(
      and(
        eq(products.tenant, context.tenant.name),
        eq(products.catalogId, catalogId),
        eq(products.productType, 'frame'),
        ne(products.variant, exceptFrameId),
      ),
    )
  return counted?.total ?? 0
}

/** What sells one photo in each catalog, plain or in a frame: what a package's worth is counted in. */
export function findSingleProducts(context: Context, catalogIds: readonly string[]): Promise<ProductRow[]> {
  if (catalogIds.length === 0) return Promise.resolve([])
  return context.db
    .select()
    .from(products)
    .where(
      and(
        eq(products.tenant, context.tenant.name),
        inArray(products.catalogId, [...catalogIds]),
        inArray(products.productType, ['photo', 'frame']),
      ),
    )
}
