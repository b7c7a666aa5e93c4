import { useAtomValue } from 'jotai'
import { useMemo } from 'react'
import * as z from 'zod/mini'
import { listProducts, Product, type ProductType } from '../../../contract/catalog.ts'
import { request } from '../../lib/api.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { type Loaded, useLoaded } from '../../platform/loading/index.ts'
import { eventSearch, persisted } from '../../platform/storage/index.ts'

export type Products = readonly Product[]

const none: Products = []

const Kept = z.object({ key: z.string(), products: z.array(Product) })
type Kept = z.infer<typeof Kept>

const mostKept = 5

/** Caches products by language and catalog, most recent first; shown while they are loaded again. */
export const kept = persisted<readonly Kept[]>({ key: 'products', schema: z.array(Kept), initial: [] })

export const findCachedProducts = (known: readonly Kept[], key: string | null) =>
  known.find((each) => each.key === key)?.products

/**
 * Returns what an event sells to a runner; empty until it is known.
 *
 * @param distance of the runner, see `useRunnerDistance`; absent: only products without a distance
 */
export function useProducts(
  catalogId: string | null,
  distance?: string,
): Loaded<Products> & { reload: () => void; products: Products } {
  const { language } = useLanguage()
  const known = useAtomValue(kept.atom)
  const key = catalogId && `${language} ${catalogId}`
  const loaded = useLoaded<Products>(
    key,
    async (signal) => {
      const { items } = await request(listProducts, { query: { catalogId: catalogId ?? '' }, signal })
      const others = kept.read().filter((each) => each.key !== key)
      kept.write([{ key: key ?? '', products: items }, ...others].slice(0, mostKept))
      return items
    },
    findCachedProducts(known, key),
  )
  const products = useMemo(() => productsFor(loaded.value ?? none, distance), [loaded.value, distance])
  return { ...loaded, products }
}

/** Returns the products that a runner may buy: first those of the runner's distance, then those without one. */
export function productsFor(products: Products, distance?: string): Products {
  const own = products.filter((product) => product.distance !== undefined && product.distance === distance)
  const forAll = products.filter((product) => product.distance === undefined)
  return own.length === 0 && forAll.length === products.length ? products : [...own, ...forAll]
}

/** Returns the distance of the last runner searched for in an event, if the start list contains it. */
export function useRunnerDistance(eventId: string): string | undefined {
  return useAtomValue(eventSearch(eventId).token.atom)?.subject.distance
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
