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
export {
  findCheapest,
  productOf,
  productsFor,
  useProducts,
  useProductsOf,
  useRunnerDistance,
} from './use-products.ts'
