import { useAtomValue } from 'jotai'
import { startTransition, useMemo } from 'react'
import * as z from 'zod/mini'
import { listProducts, Product, type ProductType } from '../../../contract/catalog.ts'
import { request } from '../../lib/api.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { type LoadState, useLoaded } from '../../platform/loading/index.ts'
import { getEventSearch, persisted } from '../../platform/storage/index.ts'

export type Products = readonly Product[]

const noProducts: Products = []

const CachedCatalog = z.object({ key: z.string(), products: z.array(Product) })
type CachedCatalog = z.infer<typeof CachedCatalog>

const maxCachedCatalogs = 5

/** Caches products by language and catalog, most recent first; shown while they are loaded again. */
export const productCache = persisted<readonly CachedCatalog[]>({
  key: 'products',
  schema: z.array(CachedCatalog),
  initial: [],
})

export const findCachedProducts = (cachedCatalogs: readonly CachedCatalog[], key: string | null) =>
  cachedCatalogs.find((each) => each.key === key)?.products

/**
 * Returns what an event sells to a runner; empty until it is known.
 *
 * @param distance of the runner, see `useRunnerDistance`; absent: only products without a distance
 */
export function useProducts(
  catalogId: string | null,
  distance?: string,
): LoadState<Products> & { reload: () => void; products: Products } {
  const { language } = useLanguage()
  const cachedCatalogs = useAtomValue(productCache.atom)
  const key = catalogId && `${language} ${catalogId}`
  const loaded = useLoaded<Products>(
    key,
    async (signal) => {
      const { items } = await request(listProducts, { query: { catalogId: catalogId ?? '' }, signal })
      const otherCatalogs = productCache.read().filter((each) => each.key !== key)
      const cachedNow = [{ key: key ?? '', products: items }, ...otherCatalogs].slice(0, maxCachedCatalogs)
      // `startTransition` keeps rendering interruptible: the prices are in every part of a page
      startTransition(() => productCache.write(cachedNow))
      return items
    },
    findCachedProducts(cachedCatalogs, key),
  )
  const products = useMemo(
    () => selectProductsForRunner(loaded.value ?? noProducts, distance),
    [loaded.value, distance],
  )
  return { ...loaded, products }
}

/** Returns the products that a runner may buy: first those of the runner's distance, then those without one. */
export function selectProductsForRunner(products: Products, distance?: string): Products {
  const productsOfDistance = products.filter(
    (product) => product.distance !== undefined && product.distance === distance,
  )
  const productsWithoutDistance = products.filter((product) => product.distance === undefined)
  return productsOfDistance.length === 0 && productsWithoutDistance.length === products.length
    ? products
    : [...productsOfDistance, ...productsWithoutDistance]
}

/** Returns the distance of the last runner searched for in an event, if the start list contains it. */
export function useRunnerDistance(eventId: string): string | undefined {
  return useAtomValue(getEventSearch(eventId).token.atom)?.subject.distance
}

/** Returns the first product of a type. An event may have several frames. */
export function findProduct(products: Products, type: ProductType): Product | undefined {
  return products.find((product) => product.productType === type)
}

/** Returns the cheapest product of a type, such as the package of a distance or the one for all; the first one of several. */
export function findCheapest(products: Products, type: ProductType): Product | undefined {
  return products
    .filter((product) => product.productType === type)
    .toSorted((one, other) => one.price.amount - other.price.amount)[0]
}
