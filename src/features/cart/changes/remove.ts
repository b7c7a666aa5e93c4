import type { CartItem } from '../../../../contract/cart.ts'
import { outbox } from '../../../lib/outbox/index.ts'
import { pushRemoved } from '../../../platform/analytics/index.ts'
import { reportError, StepFailed } from '../../../platform/errors/index.ts'
import { device } from '../../../platform/storage/index.ts'
import { type ShownItem, toCartItem, toItemKey } from '../overlay.ts'
import { getPendingEntries } from '../pending-entries.ts'
import { refreshCart, syncWithOutbox } from '../refresh-cart.ts'
import { cachedCart } from '../state.ts'
import { toAnalyticsLine } from './analytics-line.ts'
import { waitForAnswer } from './wait-for-answer.ts'

/**
 * Removes an item with an optimistic update: it disappears at once and reappears when the removal is refused.
 *
 * @returns false on failure; the error has been shown to the user
 */
export function removeItem(item: ShownItem): Promise<boolean> {
  return removeItems([item])
}

/**
 * Removes several items; those that the service knows in one request.
 *
 * @returns false on failure; the error has been shown to the user
 */
export async function removeItems(items: readonly ShownItem[]): Promise<boolean> {
  try {
    const confirmedItems = items.filter(({ waiting }) => !waiting)
    if (confirmedItems.length > 0) await enqueueRemoval(confirmedItems)
    const entries = new Set(items.flatMap(({ waiting }) => waiting?.entryId ?? []))
    for (const entryId of entries)
      await cancelQueuedItems(items.filter(({ waiting }) => waiting?.entryId === entryId))
    pushRemoved(items.map(({ product, price }) => toAnalyticsLine(product, price)))
    return true
  } catch (error) {
    await syncWithOutbox()
    reportError(new StepFailed('cart.failed.removing', error))
    return false
  }
}

/** Puts the removal into the outbox, after all additions queued before it. */
async function enqueueRemoval(items: readonly ShownItem[], cartId = device.cartId.read()): Promise<void> {
  if (!cartId) return
  const itemIds = items.filter(({ waiting }) => !waiting).map(({ shoppingCartItemId }) => shoppingCartItemId)
  const itemKeys = new Set(items.map((item) => toItemKey(toCartItem(item))))
  // a cart holds a photo once, so an item with the same identity is the same photo, under the id it arrived with
  const isRemovedItem = (item: CartItem) =>
    (item.photoId ?? item.videoId) !== undefined && itemKeys.has(toItemKey(toCartItem(item)))
  const entry = await outbox.put('cart.remove', `cart:${cartId}`, {
    cartId,
    itemIds,
    // gift codes look alike: only their ids distinguish them
    targets: items
      .filter(({ waiting, product }) => waiting || product.productType !== 'promocode')
      .map(toCartItem),
    stay: (cachedCart.read()?.items ?? [])
      .filter((item) => !isRemovedItem(item))
      .map(({ shoppingCartItemId }) => shoppingCartItemId)
      .filter((id) => !itemIds.includes(id)),
    waitingIds: items.filter(({ waiting }) => waiting).map(({ shoppingCartItemId }) => shoppingCartItemId),
  })
  await syncWithOutbox()
  if (await waitForAnswer(entry.id)) {
    await syncWithOutbox()
    await refreshCart()
  }
}

/**
 * Removes items that are queued in one entry. An entry that was never sent, or was refused, is edited in the queue. Any
 * other may still reach the cart: an aborted request may be processed all the same.
 */
async function cancelQueuedItems(items: readonly ShownItem[]): Promise<void> {
  const entryId = items[0]?.waiting?.entryId ?? ''
  const indexes = new Set(items.map(({ waiting }) => waiting?.at))
  const entry = getPendingEntries().find(({ id }) => id === entryId)
  if (entry?.kind === 'cart.add' && !entry.isSent && (entry.parked || entry.tries > 0 || !navigator.onLine)) {
    const { body, lane } = entry
    const excludeIndexes = <One>(list: readonly One[]) => list.filter((_, index) => !indexes.has(index))
    await outbox.drop(entryId)
    if (excludeIndexes(body.items).length > 0) {
      const { items: itemsOfEntry, shown } = body
      await outbox.put('cart.add', lane, {
        ...body,
        items: excludeIndexes(itemsOfEntry),
        shown: shown && excludeIndexes(shown),
      })
    }
    await syncWithOutbox()
    if (entry.parked || entry.tries === 0) return
  }
  await enqueueRemoval(items, entry?.body.cartId)
}
