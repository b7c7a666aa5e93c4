import type { Product } from '../../../contract/catalog.ts'
import type { Money } from '../../../contract/common.ts'
import {
  buildUnloadedPhotos,
  computeTotalPrice,
  type RunnerPhotos,
  toPricedPackage,
  toPricedPhotos,
} from '../catalog/index.ts'

/** Describes the photos of a runner that are not bought in the frame. */
interface UnboughtPhotos extends RunnerPhotos {
  /** Number of further photos that are not loaded. */
  readonly unloaded: number
}

/** Compares the price of all photos of a runner in a frame with that of the photos one by one. */
export interface FramedPrice {
  /** The sum that the service charges for the package. */
  readonly sum: Money
  /** The difference from the price of the photos one by one. */
  readonly saved?: Money | undefined
}

/** Returns the price of a package of framed photos by the service's price rules; undefined when it adds no photos. */
export function priceFramedPackage(
  product: Product,
  single: Product,
  { unloaded, ...runner }: UnboughtPhotos,
): FramedPrice | undefined {
  const photos = [...runner.photos, ...buildUnloadedPhotos(unloaded)]
  if (photos.length === 0) return undefined
  const toMoney = (amount: number): Money => ({ ...product.price, amount })
  const sum = computeTotalPrice([toPricedPackage({ ...runner, photos, product, single })])
  const priceOneByOne = computeTotalPrice(toPricedPhotos(single, photos))
  return { sum: toMoney(sum), saved: sum < priceOneByOne ? toMoney(priceOneByOne - sum) : undefined }
}
