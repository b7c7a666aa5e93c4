import type { CartItem } from '../../../contract/cart.ts'
import { outbox } from '../../lib/outbox/index.ts'
import { pushRemoved } from '../../platform/analytics/index.ts'
import { reportError, StepFailed } from '../../platform/errors/index.ts'
import { device } from '../../platform/storage/index.ts'
import { addItems } from './add.ts'
import { answeredSoon } from './answered.ts'
import { lineOf } from './line.ts'
import { refreshCart, seeWaiting } from './open-cart.ts'
import { nameOf, type ShownItem, thingOf } from './overlay.ts'
import { keptCart } from './state.ts'
import { isPackage } from './totals.ts'
import { waitingNow } from './waiting.ts'

/**
 * Takes an item out: it leaves the screen at once and comes back when that is refused.
 *
 * @returns false when it failed; the user was told why
 */
export function removeItem(item: ShownItem): Promise<boolean> {
  return removeItems([item])
}

/**
 * Takes several items out, those that the service knows in one go.
 *
 * @returns false when it failed; the user was told why
 */
export async function removeItems(items: readonly ShownItem[]): Promise<boolean> {
  try {
    const known = items.filter(({ waiting }) => !waiting)
    if (known.length > 0) await takeOut(known)
    const entries = new Set(items.flatMap(({ waiting }) => waiting?.entryId ?? []))
    for (const entryId of entries) await takeBack(items.filter(({ waiting }) => waiting?.entryId === entryId))
    pushRemoved(items.map(({ product, price }) => lineOf(product, price)))
    return true
  } catch (error) {
    await seeWaiting()
    reportError(new StepFailed('cart.failed.removing', error))
    return false
  }
}

/** Puts the removal into the outbox, behind whatever is to be added before it. */
async function takeOut(items: readonly ShownItem[], cartId = device.cartId.read()): Promise<void> {
  if (!cartId) return
  const itemIds = items.filter(({ waiting }) => !waiting).map(({ shoppingCartItemId }) => shoppingCartItemId)
  const names = new Set(items.map((item) => nameOf(thingOf(item))))
  // a cart holds a photo once, so one of that name is the same, under the id that it has arrived with
  const isSame = (item: CartItem) =>
    (item.photoId ?? item.videoId) !== undefined && names.has(nameOf(thingOf(item)))
  const entry = await outbox.put('cart.remove', `cart:${cartId}`, {
    cartId,
    itemIds,
    // gift codes are all alike: only their ids tell them apart
    things: items
      .filter(({ waiting, product }) => waiting || product.productType !== 'promocode')
      .map(thingOf),
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
 * Takes out items that wait in one entry. An entry that was never sent, or was refused, is only changed in the queue. Any
 * other may still reach the cart: an aborted call may be carried out all the same.
 */
async function takeBack(items: readonly ShownItem[]): Promise<void> {
  const entryId = items[0]?.waiting?.entryId ?? ''
  const places = new Set(items.map(({ waiting }) => waiting?.at))
  const entry = waitingNow().find(({ id }) => id === entryId)
  if (entry?.kind === 'cart.add' && !entry.isSent && (entry.aside || entry.tries > 0 || !navigator.onLine)) {
    const { body, lane } = entry
    const without = <One>(list: readonly One[]) => list.filter((_, index) => !places.has(index))
    await outbox.drop(entryId)
    if (without(body.items).length > 0) {
      const { items: all, shown } = body
      await outbox.put('cart.add', lane, { ...body, items: without(all), shown: shown && without(shown) })
    }
    await seeWaiting()
    if (entry.aside || entry.tries === 0) return
  }
  await takeOut(items, entry?.body.cartId)
}

/** Brings back what was taken out a moment ago. */
export function putBack(item: ShownItem): Promise<boolean> {
  const { product, photoId, videoId, frameId, recipients, eventId, catalog, thumb, price } = item
  return addItems({
    eventId,
    event: { title: catalog.title, catalogId: catalog.catalogId },
    things: [
      {
        item: { productId: product.productId, photoId, videoId, frameId, recipients },
        drawn: { title: product.title, productType: product.productType, thumbUrl: thumb?.url, price },
      },
    ],
    reach: isPackage(item) ? 'person' : 'event',
  })
}
