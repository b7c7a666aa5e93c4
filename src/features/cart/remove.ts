import type { CartItem } from '../../../contract/cart.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { pushRemoved } from '../../platform/analytics/index.ts'
import { reportError, StepFailed } from '../../platform/errors/index.ts'
import { device } from '../../platform/storage/index.ts'
import { addItems } from './add.ts'
import { answeredSoon } from './answered.ts'
import { describeCartLine } from './line.ts'
import { refreshCart, seeWaiting } from './open-cart.ts'
import { type ShownItem, toCartItem, toItemKey } from './overlay.ts'
import { keptCart } from './state.ts'
import { isPackage } from './totals.ts'
import { waitingNow } from './waiting.ts'

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
    const known = items.filter(({ waiting }) => !waiting)
    if (known.length > 0) await takeOut(known)
    const entries = new Set(items.flatMap(({ waiting }) => waiting?.entryId ?? []))
    for (const entryId of entries) await takeBack(items.filter(({ waiting }) => waiting?.entryId === entryId))
    pushRemoved(items.map(({ product, price }) => describeCartLine(product, price)))
    return true
  } catch (error) {
    await seeWaiting()
    reportError(new StepFailed('cart.failed.removing', error))
    return false
  }
}

/** Puts the removal into the outbox, after all additions queued before it. */
async function takeOut(items: readonly ShownItem[], cartId = device.cartId.read()): Promise<void> {
  if (!cartId) return
  const itemIds = items.filter(({ waiting }) => !waiting).map(({ shoppingCartItemId }) => shoppingCartItemId)
  const names = new Set(items.map((item) => toItemKey(toCartItem(item))))
  // a cart holds a photo once, so an item with the same identity is the same photo, under the id it arrived with
  const isSame = (item: CartItem) =>
    (item.photoId ?? item.videoId) !== undefined && names.has(toItemKey(toCartItem(item)))
  const entry = await outbox.put('cart.remove', `cart:${cartId}`, {
    cartId,
    itemIds,
    // gift codes look alike: only their ids distinguish them
    targets: items
      .filter(({ waiting, product }) => waiting || product.productType !== 'promocode')
      .map(toCartItem),
    stay: (keptCart.read()?.items ?? [])
      .filter((item) => !isSame(item))
      .map(({ shoppingCartItemId }) => shoppingCartItemId)
      .filter((id) => !itemIds.includes(id)),
    waitingIds: items.filter(({ waiting }) => waiting).map(({ shoppingCartItemId }) => shoppingCartItemId),
  })
  await seeWaiting()
  if (await answeredSoon(entry.id)) {
    await seeWaiting()
    await refreshCart()
  }
}

/**
 * Removes items that are queued in one entry. An entry that was never sent, or was refused, is edited in the queue. Any
 * other may still reach the cart: an aborted request may be processed all the same.
 */
async function takeBack(items: readonly ShownItem[]): Promise<void> {
  const entryId = items[0]?.waiting?.entryId ?? ''
  const places = new Set(items.map(({ waiting }) => waiting?.at))
  const entry = waitingNow().find(({ id }) => id === entryId)
  if (entry?.kind === 'cart.add' && !entry.isSent && (entry.parked || entry.tries > 0 || !navigator.onLine)) {
    const { body, lane } = entry
    const without = <One>(list: readonly One[]) => list.filter((_, index) => !places.has(index))
    await outbox.drop(entryId)
    if (without(body.items).length > 0) {
      const { items: all, shown } = body
      await outbox.put('cart.add', lane, { ...body, items: without(all), shown: shown && without(shown) })
    }
    await seeWaiting()
    if (entry.parked || entry.tries === 0) return
  }
  await takeOut(items, entry?.body.cartId)
}

/** Adds an item again that was just removed. */
export function putBack(item: ShownItem): Promise<boolean> {
  const { product, photoId, videoId, frameId, recipients, taken, eventId, catalog, thumb, price } = item
  const { productId, title, productType } = product
  return addItems({
    eventId,
    event: { title: catalog.title, catalogId: catalog.catalogId },
    additions: [
      {
        item: { productId, photoId, videoId, frameId, recipients },
        drawn: { title, productType, thumbUrl: thumb?.url, taken, price },
      },
    ],
    reach: isPackage(item) ? 'person' : 'event',
  })
}
