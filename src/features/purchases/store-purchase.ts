import type { Order, OrderItem } from '../../../contract/orders.ts'
import { listStoredKeys } from '../../platform/storage/index.ts'
import { getPersistedOrders, type PaidOrder } from './paid-orders.ts'

const isDelivered = ({ state, withdrawnOn }: Order) => state === 'Completed' && withdrawnOn === undefined

/** Returns the content of a paid order; undefined while it is not paid, and when it was fully refunded. */
export function toPaidOrder(order: Order, items: readonly OrderItem[]): PaidOrder | undefined {
  if (!isDelivered(order)) return undefined
  const files = items.flatMap(({ product, downloads = [] }) =>
    downloads.map((download) => ({ ...download, type: product.productType })),
  )
  const plain = files.filter(({ frameId }) => frameId === undefined)
  const singles = items.filter(({ product, gift }) => product.productType === 'photo' && !gift)
  const costOfSingles = singles.reduce((sum, { totalPrice }) => sum + totalPrice.amount, 0)
  const remainingAmount = order.totalAmount.amount - (order.refundedAmount?.amount ?? 0)
  const framedSingles = items
    .filter(({ product }) => product.productType === 'frame')
    .flatMap(({ totalPrice, downloads = [] }) =>
      downloads.flatMap(({ photoId, frameId }) =>
        photoId && frameId ? [{ photoId, frameId, paid: totalPrice.amount }] : [],
      ),
    )
  return {
    orderId: order.orderId,
    number: order.number,
    paidOn: order.paidOn ?? order.createdOn,
    singles: plain.flatMap(({ type, photoId }) => (type === 'photo' && photoId ? [photoId] : [])),
    packages: items.flatMap(({ product, downloads = [] }) =>
      product.productType === 'photos_with_me' ? [downloads.flatMap(({ photoId }) => photoId ?? [])] : [],
    ),
    framed: files.flatMap(({ photoId, frameId }) => (photoId && frameId ? [{ photoId, frameId }] : [])),
    videos: files.flatMap(({ videoId }) => videoId ?? []),
    paidFor: Object.fromEntries(
      singles.flatMap(({ totalPrice, downloads = [] }) =>
        downloads.flatMap(({ photoId }) => (photoId ? [[photoId, totalPrice.amount]] : [])),
      ),
    ),
    paidForSingles: {
      amount: Math.max(0, Math.min(costOfSingles, remainingAmount)),
      currencyId: order.currencyId,
    },
    framedSingles,
    notRefunded: Math.max(0, remainingAmount),
  }
}

function writePaidOrder(eventId: string, orderId: string, paidOrder: PaidOrder | undefined): void {
  const list = getPersistedOrders(eventId)
  const before = list.read()
  const others = before.filter((each) => each.orderId !== orderId)
  const next = (paidOrder ? [...others, paidOrder] : others).toSorted((one, other) =>
    one.paidOn < other.paidOn ? -1 : 1,
  )
  if (JSON.stringify(next) !== JSON.stringify(before)) list.write(next)
}

/**
 * Updates the stored purchases from an order of the service.
 *
 * @param items undefined while they are not known
 * @param account whose list contained the order; undefined for an order of this device
 */
export function storePurchase(order: Order, items: readonly OrderItem[] | undefined, account?: string): void {
  const { eventId, orderId } = order
  if (!isDelivered(order)) writePaidOrder(eventId, orderId, undefined)
  const paidOrder = items && toPaidOrder(order, items)
  if (paidOrder)
    writePaidOrder(eventId, orderId, account === undefined ? paidOrder : { ...paidOrder, account })
}

/** Deletes matching orders on this device; the service keeps them. */
function deletePurchasesWhere(shouldDelete: (order: PaidOrder) => boolean): void {
  for (const eventId of listStoredKeys(/^purchases\.(.+)$/)) {
    for (const order of getPersistedOrders(eventId).read())
      if (shouldDelete(order)) writePaidOrder(eventId, order.orderId, undefined)
  }
}

/** Deletes one order's purchases on this device. */
export const deletePurchase = (orderId: string): void =>
  deletePurchasesWhere((order) => order.orderId === orderId)

/** Deletes the purchases known only from accounts' lists. */
export const deleteAccountPurchases = (): void => deletePurchasesWhere(({ account }) => account !== undefined)
