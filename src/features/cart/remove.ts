import { outbox } from '../../lib/outbox/index.ts'
import { pushRemoved } from '../../platform/analytics/index.ts'
import { reportError, StepFailed } from '../../platform/errors/index.ts'
import { device } from '../../platform/storage/index.ts'
import { addItems } from './add.ts'
import { answeredSoon, outcomeSoon } from './answered.ts'
import { lineOf } from './line.ts'
import { refreshCart, seeWaiting } from './open-cart.ts'
import { nameOf, type ShownItem } from './overlay.ts'
import { keptCart } from './state.ts'
import { isPackage } from './totals.ts'
import { waitingNow } from './waiting.ts'

/**
 * Takes an item out: it leaves the screen at once and comes back when that is refused. What only waits does not go out.
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
    if (known.length > 0) await takeOut(known.map(({ shoppingCartItemId }) => shoppingCartItemId))
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

async function takeOut(itemIds: string[]): Promise<void> {
  const cartId = device.cartId.read()
  if (!cartId) return
  const entry = await outbox.put('cart.remove', `cart:${cartId}`, { cartId, itemIds })
  await seeWaiting()
  if (await answeredSoon(entry.id)) {
    await seeWaiting()
    await refreshCart()
  }
}

/**
 * Drops what waits in one entry. It may be on its way this very moment, and a call that is broken off may be carried out
 * all the same: what may arrive soon is let arrive, found in the cart and taken out of there.
 */
async function takeBack(items: readonly ShownItem[]): Promise<void> {
  const entryId = items[0]?.waiting?.entryId ?? ''
  const places = new Set(items.map(({ waiting }) => waiting?.at))
  const before = new Set(keptCart.read()?.items.map((item) => item.shoppingCartItemId))
  const entry = waitingNow().find(({ id }) => id === entryId)
  const arrives = async () => !entry?.aside && (await outcomeSoon(entryId))?.is === 'done'
  if (entry?.kind === 'cart.add' && !entry.isSent && !(await arrives())) {
    const { body, lane } = entry
    const without = <One>(list: readonly One[]) => list.filter((_, index) => !places.has(index))
    await outbox.drop(entryId)
    if (without(body.items).length > 0) {
      const { items: all, shown } = body
      await outbox.put('cart.add', lane, { ...body, items: without(all), shown: shown && without(shown) })
    }
    await seeWaiting()
    if (entry.tries === 0 && !navigator.onLine) return
  }
  await refreshCart()
  const wanted = items.map(nameOfItem)
  const arrived = (keptCart.read()?.items ?? []).filter((item) => {
    const at = before.has(item.shoppingCartItemId) ? -1 : wanted.indexOf(nameOfItem(item))
    if (at >= 0) wanted.splice(at, 1)
    return at >= 0
  })
  if (arrived.length > 0) await takeOut(arrived.map(({ shoppingCartItemId }) => shoppingCartItemId))
}

const nameOfItem = (item: Pick<ShownItem, 'product' | 'photoId' | 'videoId' | 'frameId'>) =>
  nameOf({ ...item, productId: item.product.productId })

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
