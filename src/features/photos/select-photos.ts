import type { Product } from '../../../contract/catalog.ts'
import { type Event, photosToCome } from '../../../contract/events.ts'
import type { Photo } from '../../../contract/photos.ts'
import { readFoundIds } from '../../platform/search-token/index.ts'
import type { ShownItem } from '../cart/index.ts'
import type { PhotoSelection } from '../catalog/index.ts'
import type { Purchases } from '../purchases/index.ts'

/** Describes what the price of photos depends on besides the photos. */
export interface PriceBasis {
  event: Event
  products: readonly Product[]
  single: Product
  withMe: Product | undefined
  /** The runner whose photos the page shows. `shareId` is set on a shared link. */
  mine: { readonly photos: readonly Photo[]; readonly shareId?: string } | undefined
  bought: Purchases['photos']
  /** Items of the event in the cart that are one photo each, without a frame. */
  singlesInCart: readonly Pick<ShownItem, 'photoId' | 'product'>[]
  packageInCart: boolean
  paidFor: Purchases['paidFor']
}

/**
 * Returns the input for the price of photos in addition to the cart. Those that the cart contains one by one are left
 * out of it.
 *
 * @param ofPerson number of the runner's photos, when not all are loaded
 */
export function selectPhotos(basis: PriceBasis, photos: readonly Photo[], ofPerson = 0): PhotoSelection {
  const { products, single, singlesInCart, packageInCart } = basis
  const added = new Set(photos.map(({ photoId }) => photoId))
  return {
    single,
    photoIds: [...added],
    inCart: singlesInCart.flatMap(({ photoId, product: { productId } }) => {
      if (photoId === undefined || added.has(photoId)) return []
      return [{ photoId, product: products.find((each) => each.productId === productId) ?? single }]
    }),
    runner: packageOfRunner(basis, ofPerson),
    isPackageInCart: packageInCart,
  }
}

function packageOfRunner(basis: PriceBasis, ofPerson: number): PhotoSelection['runner'] {
  const { event, mine, withMe, single, bought, paidFor } = basis
  const photoIds = mine?.photos.map(({ photoId }) => photoId) ?? readFoundIds(event.eventId) ?? []
  if (!withMe || photoIds.length === 0) return undefined
  const unloaded = Math.max(0, ofPerson - photoIds.length)
  return {
    product: withMe,
    single,
    photoIds: [
      ...photoIds.filter((photoId) => !bought.has(photoId)),
      ...Array.from({ length: unloaded }, (_, at) => `unloaded ${at}`),
    ],
    paid: paidFor(photoIds),
    // a shared link sells the photos that it shows
    mayGrow: mine?.shareId === undefined && photosToCome(event),
  }
}
