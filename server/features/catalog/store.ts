import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { findEventsByIds } from '../events/index.ts'
import { findEventsWithVideos } from '../videos/index.ts'
import { products } from './tables.ts'

export type ProductRow = typeof products.$inferSelect

/** Describes a product with its current price. */
export type PricedRow = ProductRow & {
  /** Minor units: the price while no pre-orders are taken. */
  readonly originalPrice: number
  /** Whether it is in the catalog of a published event. */
  readonly isOnSale: boolean
}

/** Returns products with their current prices: lower while their event takes pre-orders. */
async function findPricedProducts(context: Context, condition: SQL | undefined): Promise<PricedRow[]> {
  const rows = await context.db
    .select()
    .from(products)
    .where(and(eq(products.tenant, context.tenant.name), condition))
    .orderBy(asc(products.position), asc(products.id))
  const events = await findEventsByIds(context, rows)
  return rows.map((product) => {
    const event = events.get(product.eventId)
    return applyCurrentPrice(product, {
      isPreorder: event?.switches.preorder === true,
      isPublished: event?.state === 'Published',
    })
  })
}

function applyCurrentPrice(
  product: ProductRow,
  { isPreorder, isPublished }: { isPreorder: boolean; isPublished: boolean },
): PricedRow {
  const { price: originalPrice, preorderPrice } = product
  const price = isPreorder ? (preorderPrice ?? originalPrice) : originalPrice
  return { ...product, price, originalPrice, isOnSale: product.state === 'InCatalog' && isPublished }
}

/** Sets the pre-order prices of a catalog's packages, as a percentage off. */
export async function setPreorderDiscount(
  context: Context,
  catalogId: string,
  percent: number,
): Promise<void> {
  // Rounded down to tens of roubles or to whole dollars.
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

/**
 * Inserts products; skips those whose type and variant the catalog already has.
 *
 * @returns how many were inserted
 */
export async function insertProducts(context: Context, rows: readonly ProductRow[]): Promise<number> {
  const inserted = await context.db
    .insert(products)
    .values([...rows])
    .onConflictDoNothing()
    .returning({ id: products.id })
  return inserted.length
}

/**
 * Reads the products on sale in a catalog, in display order. Videos are on sale where the event has some.
 *
 * @param input.distance leaves out products that only runners of other distances may buy
 */
export async function findProductsOnSale(
  context: Context,
  input: { catalogId: string; distance?: string | undefined },
): Promise<PricedRow[]> {
  const found = await findPricedProducts(
    context,
    and(
      eq(products.catalogId, input.catalogId),
      eq(products.state, 'InCatalog'),
      input.distance === undefined
        ? undefined
        : or(isNull(products.distance), eq(products.distance, input.distance)),
    ),
  )
  const eventsWithVideos = await findEventsWithVideos(
    context,
    found.flatMap(({ productType, eventId }) => (productType === 'video' ? [eventId] : [])),
  )
  return found.filter(
    ({ isOnSale, productType, eventId }) =>
      isOnSale && (productType !== 'video' || eventsWithVideos.has(eventId)),
  )
}

/** Returns products by id in any state; unknown ids are left out. */
export function findProducts(context: Context, productIds: readonly string[]): Promise<PricedRow[]> {
  if (productIds.length === 0) return Promise.resolve([])
  return findPricedProducts(context, inArray(products.id, [...productIds]))
}

/** Counts the frames that a catalog sells, except one. */
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

/**
 * Returns the products of each catalog that sell photos: single ones and packages, plain or framed. Products with a `distance`
 * are for its runners only.
 */
export function findPhotoProducts(context: Context, catalogIds: readonly string[]): Promise<PricedRow[]> {
  if (catalogIds.length === 0) return Promise.resolve([])
  return findPricedProducts(
    context,
    and(
      inArray(products.catalogId, [...catalogIds]),
      inArray(products.productType, ['photo', 'frame', 'photos_with_me', 'photosWithFrame']),
      eq(products.state, 'InCatalog'),
    ),
  )
}
