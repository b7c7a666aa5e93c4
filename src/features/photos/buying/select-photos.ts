import type { Product } from '../../../../contract/catalog.ts'
import { type Event, mayGetMorePhotos } from '../../../../contract/events.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { readFoundIds } from '../../../platform/search-token/index.ts'
import type { ShownItem } from '../../cart/index.ts'
import type { PhotoSelection } from '../../catalog/index.ts'
import type { Purchases } from '../../purchases/index.ts'

/** Describes what the price of photos depends on besides the photos. */
export interface PriceBasis {
  event: Event
  products: readonly Product[]
  single: Product
  personalPackage: Product | undefined
  /** The runner whose photos the page shows. `shareId` is set on a shared link. */
  shownRunner: { readonly photos: readonly Photo[]; readonly shareId?: string } | undefined
  bought: Purchases['photos']
  /** Items of the event in the cart that are one photo each, without a frame. */
  singlesInCart: readonly Pick<ShownItem, 'photoId' | 'product'>[]
  isPackageInCart: boolean
  paidFor: Purchases['paidFor']
}

/**
 * Returns the input for the price of photos in addition to the cart. Those that the cart contains one by one are left
 * out of it.
 *
 * @param ofPerson number of the runner's photos, when not all are loaded
 */
export function selectPhotos(
  basis: PriceBasis,
  photos: readonly Photo[],
  personPhotoCount = 0,
): PhotoSelection {
  const { products, single, singlesInCart, isPackageInCart } = basis
  const addedIds = new Set(photos.map(({ photoId }) => photoId))
  return {
    single,
    photoIds: [...addedIds],
    inCart: singlesInCart.flatMap(({ photoId, product: { productId } }) => {
      if (photoId === undefined || addedIds.has(photoId)) return []
      return [{ photoId, product: products.find((each) => each.productId === productId) ?? single }]
    }),
    runner: buildRunnerPackage(basis, personPhotoCount),
    isPackageInCart,
  }
}

function buildRunnerPackage(basis: PriceBasis, personPhotoCount: number): PhotoSelection['runner'] {
  const { event, shownRunner, personalPackage, single, bought, paidFor } = basis
  const photoIds = shownRunner?.photos.map(({ photoId }) => photoId) ?? readFoundIds(event.eventId) ?? []
  if (!personalPackage || photoIds.length === 0) return undefined
  const unloaded = Math.max(0, personPhotoCount - photoIds.length)
  return {
    product: personalPackage,
    single,
    photoIds: [
      ...photoIds.filter((photoId) => !bought.has(photoId)),
      ...Array.from({ length: unloaded }, (_, at) => `unloaded ${at}`),
    ],
    paid: paidFor(photoIds),
    // a shared link sells the photos that it shows
    mayGrow: shownRunner?.shareId === undefined && mayGetMorePhotos(event),
  }
}
