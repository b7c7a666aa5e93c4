import { and, asc, eq, inArray, isNull, ne, or, sql } from 'drizzle-orm'
import type { Context } from '../../platform/context.ts'
import { products } from './tables.ts'

export type ProductRow = typeof products.$inferSelect

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
): Promise<ProductRow[]> {
  return context.db
    .select()
    .from(products)
    .where(
      and(
        eq(products.tenant, context.tenant.name),
        eq(products.catalogId, wish.catalogId),
        eq(products.state, 'InCatalog'),
        wish.distance === undefined
          ? undefined
          : or(isNull(products.distance), eq(products.distance, wish.distance)),
      ),
    )
    .orderBy(asc(products.position), asc(products.id))
}

/** Products by id in whatever state; unknown ids are left out. */
export function findProducts(context: Context, productIds: readonly string[]): Promise<ProductRow[]> {
  if (productIds.length === 0) return Promise.resolve([])
  return context.db
    .select()
    .from(products)
    .where(and(eq(products.tenant, context.tenant.name), inArray(products.id, [...productIds])))
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
