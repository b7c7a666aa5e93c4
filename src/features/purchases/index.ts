export { UnwatermarkedPictures } from './clean-pictures.ts'
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
export { useUnwatermarkedPhoto, useUnwatermarkedPhotos } from './use-clean-photos.ts'
export { usePurchases } from './use-purchases.ts'
