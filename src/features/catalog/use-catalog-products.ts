import { useAtomValue } from 'jotai'
import { listProducts } from '../../../contract/catalog.ts'
import { request } from '../../lib/api.ts'
import { useLanguage } from '../../platform/language/index.ts'
import { useLoaded } from '../../platform/loading/index.ts'
import { findCachedProducts, type Products, productCache } from './use-products.ts'

/** Returns the known products of several events, for all distances. */
export function useCatalogProducts(catalogIds: readonly string[]): Products {
  const { language } = useLanguage()
  const cachedCatalogs = useAtomValue(productCache.atom)
  const key = catalogIds.length > 0 ? `${language} ${catalogIds.join(' ')}` : null
  const loaded = useLoaded<Products>(key, async (signal) => {
    const lists = await Promise.all(
      catalogIds.map((catalogId) => request(listProducts, { query: { catalogId }, signal })),
    )
    return lists.flatMap(({ items }) => items)
  })
  return (
    loaded.value ??
    catalogIds.flatMap((catalogId) => findCachedProducts(cachedCatalogs, `${language} ${catalogId}`) ?? [])
  )
}
