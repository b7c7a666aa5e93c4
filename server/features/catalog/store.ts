import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm'
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

/** The single photo of each catalog: what a package's worth is counted in. */
export function findPhotoProducts(context: Context, catalogIds: readonly string[]): Promise<ProductRow[]> {
  if (catalogIds.length === 0) return Promise.resolve([])
  return context.db
    .select()
    .from(products)
    .where(
      and(
        eq(products.tenant, context.tenant.name),
        inArray(products.catalogId, [...catalogIds]),
        eq(products.productType, 'photo'),
        eq(products.variant, ''),
      ),
    )
}
