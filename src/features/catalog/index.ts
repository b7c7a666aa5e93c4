export { framedProducts } from './framed-products.ts'
export {
  findSingle,
  type PhotoSelection,
  priceSelection,
  type RunnerPackage,
  type RunnerPhotos,
  toPricedCart,
  toPricedItem,
  toPricedPackage,
  toPricedPhotos,
  totalPrice,
} from './price-selection.ts'
export { useCatalogProducts } from './use-catalog-products.ts'
export {
  findCheapest,
  findProduct,
  productsFor,
  useProducts,
  useRunnerDistance,
} from './use-products.ts'
