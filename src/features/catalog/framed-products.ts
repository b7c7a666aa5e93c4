import type { Product } from '../../../contract/catalog.ts'

/** Returns for each frame the product for one photo, and the one for all photos of a runner. */
export function framedProducts(products: readonly Product[]): { single: Product; all: Product }[] {
  return products.flatMap((all) => {
    if (all.productType !== 'photosWithFrame') return []
    const single = products.find(
      ({ productType, frame }) => productType === 'frame' && frame?.frameId === all.frame?.frameId,
    )
    return single ? [{ single, all }] : []
  })
}
