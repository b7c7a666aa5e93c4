import type { Product } from '../../../contract/catalog.ts'

/** Returns for each frame the product for one photo, and the one for all photos of a runner. */
export function listFramedProducts(
  products: readonly Product[],
): { singleProduct: Product; packageProduct: Product }[] {
  return products.flatMap((packageProduct) => {
    if (packageProduct.productType !== 'photosWithFrame') return []
    const singleProduct = products.find(
      ({ productType, frame }) => productType === 'frame' && frame?.frameId === packageProduct.frame?.frameId,
    )
    return singleProduct ? [{ singleProduct, packageProduct }] : []
  })
}
