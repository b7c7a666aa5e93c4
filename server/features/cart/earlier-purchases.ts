import type { Context } from '../../platform/context.ts'
import { Failure } from '../../platform/http/problem.ts'
import { toPersonKey } from '../competitors/index.ts'
import { findVisibleRefunds } from '../invoices/index.ts'
import { arePhotosBought, type BuyerFilter, findBoughtItems } from '../orders/index.ts'
import { findShare } from '../shares/index.ts'
import type { PhotosOfRunners } from './photos-of-runners.ts'
import type { CartItemRow, CartRow } from './store.ts'

/** Describes an item that the buyer of a cart has paid for in an earlier order. */
export interface BoughtItem {
  readonly orderId: string
  readonly eventId: string
  readonly isPackage: boolean
  /** All photos of a package; the one photo of a single-photo item. */
  readonly photoIds: readonly string[]
  readonly videoId: string | null
  readonly frameId: string | null
  /** Person key of the package's owner. */
  readonly person: string | undefined
  /** Minor units: the price paid for this item, and the part of its whole order that was not refunded. */
  readonly paid: number
  readonly unrefundedOrderAmount: number
}

/** Identifies the earlier orders of the caller of a cart; see `identifyBuyer`. */
export interface Buyer extends Pick<CartRow, 'earlierOrders' | 'owner' | 'orderId'> {
  /** Hash of the device key that the caller sent. */
  readonly deviceHash: string | undefined
}

/**
 * Returns what the buyer of a cart has paid for before, by the orders that the page named, and those of the account and the
 * device. The cart's own order is excluded.
 */
export async function findEarlierPurchases(
  context: Context,
  { earlierOrders, owner, orderId, deviceHash }: Buyer,
  items: readonly Pick<CartItemRow, 'eventId'>[],
): Promise<BoughtItem[]> {
  const eventIds = [...new Set(items.map((item) => item.eventId))]
  const bought = await loadBoughtItems(context, eventIds, { orderIds: earlierOrders, owner, deviceHash })
  return bought.filter((item) => item.orderId !== orderId)
}

type CandidateItem = Pick<
  CartItemRow,
  'id' | 'eventId' | 'productType' | 'photoId' | 'videoId' | 'frameId' | 'person'
>

/**
 * Rejects items that the same buyer has bought before.
 *
 * @throws Failure with the code and the ids of the items
 */
export function rejectBoughtItems(
  items: readonly CandidateItem[],
  bought: readonly BoughtItem[],
  { photoIdsByItem, growingEventIds }: Pick<PhotosOfRunners, 'photoIdsByItem' | 'growingEventIds'>,
  code: 'AlreadyBought' | 'AlreadyOrdered' | 'GiftAlreadyBought' = 'AlreadyBought',
): void {
  const itemIds = items
    .filter((item) => {
      const sameFrameItems = bought.filter(
        ({ eventId, frameId }) => eventId === item.eventId && frameId === item.frameId,
      )
      if (item.videoId !== null) return sameFrameItems.some(({ videoId }) => videoId === item.videoId)
      const boughtPhotoIds = new Set(sameFrameItems.flatMap((orderedItem) => orderedItem.photoIds))
      if (item.photoId !== null) return boughtPhotoIds.has(item.photoId)
      if (item.person === null) return false
      const photos = photoIdsByItem.get(item.id) ?? []
      // Several photos in common mean the same runner, found by another search.
      const containsAllPhotos = (photoIds: readonly string[]) =>
        photos.length > 1 && photos.every((photoId) => photoIds.includes(photoId))
      const isSamePackage = (orderedItem: BoughtItem) =>
        orderedItem.person === item.person || containsAllPhotos(orderedItem.photoIds)
      if (sameFrameItems.some((orderedItem) => orderedItem.isPackage && isSamePackage(orderedItem)))
        return true
      return (
        !growingEventIds.has(item.eventId) &&
        photos.length > 0 &&
        photos.every((photoId) => boughtPhotoIds.has(photoId))
      )
    })
    .map(({ id }) => id)
  if (itemIds.length > 0) throw new Failure(code, { extra: { itemIds } })
}

/**
 * Rejects gifts of photos that their runner has bought or received before, and those of links that are gone.
 *
 * @throws Failure GiftAlreadyBought or ShareNotFound, with the ids of the items
 */
export async function rejectBoughtGifts(
  context: Context,
  items: readonly (CandidateItem & Pick<CartItemRow, 'giftShareId'>)[],
  found: Pick<PhotosOfRunners, 'photoIdsByItem' | 'growingEventIds'>,
): Promise<void> {
  for (const shareId of new Set(items.flatMap(({ giftShareId }) => giftShareId ?? []))) {
    const gifts = items.filter(({ giftShareId }) => giftShareId === shareId)
    const extra = { itemIds: gifts.map(({ id }) => id) }
    const share = await findShare(context, shareId)
    if (!share?.deviceHash) throw new Failure('ShareNotFound', { extra })
    const { eventId, deviceHash, subject: person } = share
    const photoIds = gifts.flatMap(({ photoId }) => photoId ?? [])
    if (await arePhotosBought(context, { eventId, person, deviceHash }, photoIds))
      throw new Failure('GiftAlreadyBought', { extra })
    const bought = await loadBoughtItems(context, [eventId], { deviceHash })
    rejectBoughtItems(gifts, bought, found, 'GiftAlreadyBought')
  }
}

/** Returns packages that were bought with the same e-mail address, also on other devices. */
export async function findPackagesByEmail(
  context: Context,
  email: string,
  items: readonly Pick<CartItemRow, 'eventId'>[],
): Promise<BoughtItem[]> {
  const eventIds = [...new Set(items.map((item) => item.eventId))]
  return (await loadBoughtItems(context, eventIds, { email })).filter((orderedItem) => orderedItem.isPackage)
}

async function loadBoughtItems(
  context: Context,
  eventIds: readonly string[],
  filter: BuyerFilter,
): Promise<BoughtItem[]> {
  const rows = await findBoughtItems(context, eventIds, filter)
  const invoiceIds = [...new Set(rows.map(({ order }) => order.invoiceId))]
  const refunds = (await findVisibleRefunds(context, invoiceIds)).filter(({ state }) => state === 'Succeeded')
  return rows.map(({ item, order }) => {
    const { eventId, photoId, videoId, frameId, subject, totalPrice } = item
    const refundedAmount = refunds
      .filter(({ invoiceId }) => invoiceId === order.invoiceId)
      .reduce((sum, { amount }) => sum + amount, 0)
    return {
      orderId: order.id,
      eventId,
      isPackage: subject !== null,
      photoIds: subject ? item.photoIds : photoId === null ? [] : [photoId],
      videoId,
      frameId,
      person: subject ? toPersonKey(subject) : undefined,
      paid: totalPrice,
      unrefundedOrderAmount: Math.max(0, order.totalAmount - refundedAmount),
    }
  })
}
