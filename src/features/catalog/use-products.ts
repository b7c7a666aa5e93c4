import { useAtomValue } from 'jotai'
import * as z from 'zod/mini'
import { listProducts, Product, type ProductType } from '../../../contract/catalog.ts'
import { request } from '../../lib/api.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { type Loaded, useLoaded } from '../../platform/loading/index.ts'
import { stored } from '../../platform/storage/index.ts'

export type Products = readonly Product[]

const none: Products = []

const Kept = z.object({ key: z.string(), products: z.array(Product) })
type Kept = z.infer<typeof Kept>

const mostKept = 5

/** What was loaded, by language and catalog, the last first: shown at once when it is asked for again. */
const kept = stored<readonly Kept[]>({ key: 'products', schema: z.array(Kept), initial: [] })

const keptOf = (known: readonly Kept[], key: string | null) =>
  known.find((each) => each.key === key)?.products

/** What an event sells; empty until it is known. */
export function useProducts(
  catalogId: string | null,
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
    keptOf(known, key),
  )
  return { ...loaded, products: loaded.value ?? none }
}

/** What several events sell, as far as it is known. */
export function useProductsOf(catalogIds: readonly string[]): Products {
  const { language } = useLanguage()
  const known = useAtomValue(kept.atom)
  const key = catalogIds.length > 0 ? `${language} ${catalogIds.join(' ')}` : null
  const loaded = useLoaded<Products>(key, async (signal) => {
    const lists = await Promise.all(
      catalogIds.map((catalogId) => request(listProducts, { query: { catalogId }, signal })),
    )
    return lists.flatMap(({ items }) => items)
  })
  return loaded.value ?? catalogIds.flatMap((catalogId) => keptOf(known, `${language} ${catalogId}`) ?? [])
}

/** The product of a type; frames are several, and the first is given. */
export function productOf(products: Products, type: ProductType): Product | undefined {
  return products.find((product) => product.productType === type)
}
