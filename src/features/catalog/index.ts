export { listFramedProducts } from './framed-products.ts'
export {
  buildFurtherPhotos,
  buildUnloadedPhoto,
  buildUnloadedPhotos,
  computeTotalPrice,
  computeUnitPrice,
  findSinglePhotoProduct,
  getPhotoOfItem,
  listPriceTiers,
  type PhotoSelection,
  type PhotoToPrice,
  priceSelection,
  type RunnerPackage,
  type RunnerPhotos,
  toPricedCart,
  toPricedItem,
  toPricedPackage,
  toPricedPhoto,
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
