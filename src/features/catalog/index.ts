export { listFramedProducts } from './framed-products.ts'
export {
  computeTotalPrice,
  findSinglePhotoProduct,
  type PhotoSelection,
  priceSelection,
  type RunnerPackage,
  type RunnerPhotos,
  toPricedCart,
  toPricedItem,
  toPricedPackage,
  toPricedPhotos,
} from './price-selection.ts'
export { useCatalogProducts } from './use-catalog-products.ts'
export {
  findCheapest,
  findProduct,
  selectProductsForRunner,
  useProducts,
  useRunnerDistance,
} from './use-products.ts'
