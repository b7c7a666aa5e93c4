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
export {
  findCheapest,
  productOf,
  productsFor,
  useProducts,
  useRunnerDistance,
} from './use-products.ts'
export { useProductsOf } from './use-products-of.ts'
