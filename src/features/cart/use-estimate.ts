import type { Cart } from '../../../contract/cart.ts'
import { getSearchCredentials, readFoundPhotos } from '../../platform/search-token/index.ts'
import { getEventSearch } from '../../platform/storage/index.ts'
import { useCatalogProducts } from '../catalog/index.ts'
import { readPurchases } from '../purchases/index.ts'
import { type Estimate, estimateTotal } from './estimate.ts'
import type { KnownRunner } from './known-runner.ts'
import type { ShownItem } from './overlay.ts'

/** Returns the estimate of the cart; undefined once the service has confirmed the price of all shown items. */
export function useEstimate(cart: Cart | null, items: readonly ShownItem[]): Estimate | undefined {
  const isConfirmed =
    cart !== null && items.length === cart.items.length && items.every((item) => !item.waiting)
  const catalogIds = [...new Set(items.map((item) => item.catalog.catalogId))]
  const products = useCatalogProducts(isConfirmed ? [] : catalogIds)
  return isConfirmed ? undefined : estimateTotal(cart, items, products, readRunners(items))
}

/** Returns the runners last searched for in the events of the items, by catalog id. */
function readRunners(items: readonly ShownItem[]): ReadonlyMap<string, KnownRunner> {
  const catalogIdByEvent = new Map(items.map(({ eventId, catalog }) => [eventId, catalog.catalogId]))
  const runners = new Map<string, KnownRunner>()
  for (const [eventId, catalogId] of catalogIdByEvent) {
    const photos = readFoundPhotos(eventId)
    if (!photos) continue
    runners.set(catalogId, {
      photos,
      distance: getEventSearch(eventId).token.read()?.subject.distance,
      input: getSearchCredentials(eventId, 'person')?.tokenRequest,
      purchases: readPurchases(eventId),
    })
  }
  return runners
}
