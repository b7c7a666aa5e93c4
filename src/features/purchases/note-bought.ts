import type { Order, OrderItem } from '../../../contract/orders.ts'
import { storedKeys } from '../../platform/storage/index.ts'
import { type BoughtOrder, boughtIn } from './bought.ts'

const isDelivered = ({ state, withdrawnOn }: Order) => state === 'Completed' && withdrawnOn === undefined

/** Returns the content of a paid order; undefined while it is not paid, and when it was fully refunded. */
export function toBoughtOrder(order: Order, items: readonly OrderItem[]): BoughtOrder | undefined {
  if (!isDelivered(order)) return undefined
  const files = items.flatMap(({ product, downloads = [] }) =>
    downloads.map((download) => ({ ...download, type: product.productType })),
  )
  const plain = files.filter(({ frameId }) => frameId === undefined)
  const singles = items.filter(({ product }) => product.productType === 'photo')
  const cost = singles.reduce((sum, { totalPrice }) => sum + totalPrice.amount, 0)
  const left = order.totalAmount.amount - (order.refundedAmount?.amount ?? 0)
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
    paidForSingles: { amount: Math.max(0, Math.min(cost, left)), currencyId: order.currencyId },
    framedSingles,
    notRefunded: Math.max(0, left),
  }
}

function write(eventId: string, orderId: string, bought: BoughtOrder | undefined): void {
  const list = boughtIn(eventId)
  const before = list.read()
  const others = before.filter((each) => each.orderId !== orderId)
  const next = (bought ? [...others, bought] : others).toSorted((one, other) =>
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
export function noteBought(order: Order, items: readonly OrderItem[] | undefined, account?: string): void {
  const { eventId, orderId } = order
  if (!isDelivered(order)) write(eventId, orderId, undefined)
  const bought = items && toBoughtOrder(order, items)
  if (bought) write(eventId, orderId, account === undefined ? bought : { ...bought, account })
}

/** Deletes matching orders on this device; the service keeps them. */
function forgetWhere(isGone: (order: BoughtOrder) => boolean): void {
  for (const eventId of storedKeys(/^purchases\.(.+)$/)) {
    for (const order of boughtIn(eventId).read()) if (isGone(order)) write(eventId, order.orderId, undefined)
  }
}

/** Deletes one order's purchases on this device. */
export const forgetBought = (orderId: string): void => forgetWhere((order) => order.orderId === orderId)

/** Deletes the purchases known only from accounts' lists. */
export const forgetBoughtByAccounts = (): void => forgetWhere(({ account }) => account !== undefined)
