export {
  deleteOrderCopy,
  getOrderCopy,
  readStoredOrder,
  storeOrderCopy,
  storeOrderItems,
  storeReceipts,
} from './order-copy.ts'
export { type Purchases, readPurchases } from './paid-orders.ts'
export { deleteAccountPurchases } from './store-purchase.ts'
export { UnwatermarkedPictures } from './unwatermarked-pictures.ts'
export { usePurchases } from './use-purchases.ts'
export { useUnwatermarkedPhoto, useUnwatermarkedPhotos } from './use-unwatermarked-photos.ts'
