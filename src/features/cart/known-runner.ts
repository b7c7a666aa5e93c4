import type { Product } from '../../../contract/catalog.ts'
import {
  findSinglePhotoProduct,
  type PhotoToPrice,
  type RunnerPackage,
  selectProductsForRunner,
} from '../catalog/index.ts'
import type { Purchases } from '../purchases/index.ts'

/** Describes the runner last searched for in an event, as far as this device knows. */
export interface KnownRunner {
  /** Photos that certainly show the runner. */
  readonly photos: readonly PhotoToPrice[]
  readonly distance: string | undefined
  /** Input of the search, as queued packages name it. */
  readonly input: unknown
  readonly purchases: Pick<Purchases, 'photos' | 'framed' | 'paidFor'>
}

/** Returns the packages that a runner may buy of an event's products, with earlier payments deducted. */
export function listRunnerPackages(products: readonly Product[], runner: KnownRunner): RunnerPackage[] {
  const { photos, distance, purchases } = runner
  return selectProductsForRunner(products, distance).flatMap((product) => {
    const { productType, frame } = product
    if (productType !== 'photos_with_me' && productType !== 'photosWithFrame') return []
    const purchasedPhotos = frame ? purchases.framed.get(frame.frameId) : purchases.photos
    return {
      product,
      single: findSinglePhotoProduct(products, product),
      photos: photos.filter(({ photoId }) => !purchasedPhotos?.has(photoId)),
      paid: purchases.paidFor(
        photos.map(({ photoId }) => photoId),
        frame?.frameId,
      ),
      // the cart does not know the event: a package is not priced as its photos
      mayGrow: true,
    }
  })
}
