import type { Product } from '../../../../contract/catalog.ts'
import { type Event, mayGetMorePhotos } from '../../../../contract/events.ts'
import type { Photo } from '../../../../contract/photos.ts'
import { readFoundPhotos } from '../../../platform/search-token/index.ts'
import type { ShownItem } from '../../cart/index.ts'
import {
  buildUnloadedPhotos,
  getPhotoOfItem,
  type PhotoSelection,
  type PhotoToPrice,
} from '../../catalog/index.ts'
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
  const added = new Map(photos.map((photo) => [photo.photoId, photo]))
  return {
    single,
    photos: [...added.values()],
    inCart: singlesInCart.flatMap((item) => {
      const photo = getPhotoOfItem(item)
      if (!photo || added.has(photo.photoId)) return []
      const product = products.find(({ productId }) => productId === item.product.productId)
      return [{ photo, product: product ?? single }]
    }),
    runner: buildRunnerPackage(basis, personPhotoCount),
    isPackageInCart,
  }
}

function buildRunnerPackage(basis: PriceBasis, personPhotoCount: number): PhotoSelection['runner'] {
  const { event, shownRunner, personalPackage, single, bought, paidFor } = basis
  const photos: readonly PhotoToPrice[] = shownRunner?.photos ?? readFoundPhotos(event.eventId) ?? []
  if (!personalPackage || photos.length === 0) return undefined
  return {
    product: personalPackage,
    single,
    photos: [
      ...photos.filter(({ photoId }) => !bought.has(photoId)),
      ...buildUnloadedPhotos(personPhotoCount - photos.length),
    ],
    paid: paidFor(photos.map(({ photoId }) => photoId)),
    // a shared link sells the photos that it shows
    mayGrow: shownRunner?.shareId === undefined && mayGetMorePhotos(event),
  }
}
