import type { BoughtItem } from './earlier-purchases.ts'

/** Tracks the earlier payments that the packages of a cart have deducted so far. */
export class DeductedPayments {
  /** Keys of the photos whose payment is deducted. */
  readonly #photos: Set<string>
  /** Minor units by order id. */
  readonly #byOrder: Map<string, number>

  constructor(from?: DeductedPayments) {
    this.#photos = new Set(from ? from.#photos : [])
    this.#byOrder = new Map(from ? from.#byOrder : [])
  }

  /** Counts a photo. Returns false when it was counted before. A photo is a separate item in each frame. */
  addPhoto(photoId: string, frameId: string | null): boolean {
    const key = `${photoId} ${frameId ?? ''}`
    const isNew = !this.#photos.has(key)
    this.#photos.add(key)
    return isNew
  }

  /** Counts a payment of an order. Returns the part of it that was neither refunded nor deducted before. */
  addPayment(
    { orderId, unrefundedOrderAmount }: Pick<BoughtItem, 'orderId' | 'unrefundedOrderAmount'>,
    paid: number,
  ): number {
    const before = this.#byOrder.get(orderId) ?? 0
    const deductible = Math.max(0, Math.min(paid, unrefundedOrderAmount - before))
    this.#byOrder.set(orderId, before + deductible)
    return deductible
  }
}

/**
 * Returns the photos that a package adds to earlier purchases, and its price after what was paid for its photos one by one.
 * Photos of an earlier package are not deducted: that package has counted them.
 *
 * @param bought earlier purchases of the event
 * @param deducted by other packages of the cart; the payments for this one are added
 */
export function deductBought(
  { price, frameId }: { readonly price: number; readonly frameId: string | null },
  photoIds: readonly string[],
  bought: readonly BoughtItem[],
  deducted: DeductedPayments,
): { photoIds: string[]; price: number } {
  const sameFrameItems = bought.filter((item) => item.frameId === frameId)
  const boughtPhotoIds = new Set(sameFrameItems.flatMap((item) => item.photoIds))
  const packagedPhotoIds = new Set(
    sameFrameItems.filter((item) => item.isPackage).flatMap((item) => item.photoIds),
  )
  const paid = sameFrameItems.reduce((sum, item) => {
    const [photoId] = item.photoIds
    if (item.isPackage || photoId === undefined || !photoIds.includes(photoId)) return sum
    if (packagedPhotoIds.has(photoId) || !deducted.addPhoto(photoId, frameId)) return sum
    return sum + deducted.addPayment(item, item.paid)
  }, 0)
  return {
    photoIds: photoIds.filter((photoId) => !boughtPhotoIds.has(photoId)),
    price: Math.max(0, price - paid),
  }
}
