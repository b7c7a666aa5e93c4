import { outbox } from '../../lib/outbox/index.ts'
import { reportError, StepFailed } from '../../platform/errors/index.ts'
import { device } from '../../platform/storage/index.ts'
import { addItems } from './add.ts'
import { answeredSoon } from './answered.ts'
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
export async function removeItem(item: ShownItem): Promise<boolean> {
  try {
    await (item.waiting ? takeBack(item) : takeOut(item.shoppingCartItemId))
    return true
  } catch (error) {
    await seeWaiting()
    reportError(new StepFailed('cart.failed.removing', error))
    return false
  }
}

async function takeOut(itemId: string): Promise<void> {
  const cartId = device.cartId.read()
  if (!cartId) return
  const entry = await outbox.put('cart.remove', `cart:${cartId}`, { cartId, itemIds: [itemId] })
  await seeWaiting()
  if (await answeredSoon(entry.id)) {
    await seeWaiting()
    await refreshCart()
  }
}

/** Drops what waits. It may be on its way this very moment: then it is found in the cart, and taken out of there. */
async function takeBack(item: ShownItem): Promise<void> {
  const { entryId = '', at = 0 } = item.waiting ?? {}
  const entry = waitingNow().find(({ id }) => id === entryId)
  if (entry?.kind === 'cart.add' && !entry.isSent) {
    const { body, lane } = entry
    const without = <One>(list: readonly One[]) => list.filter((_, index) => index !== at)
    await outbox.drop(entryId)
    if (body.items.length > 1) {
      const { items, shown } = body
      await outbox.put('cart.add', lane, { ...body, items: without(items), shown: shown && without(shown) })
    }
    await seeWaiting()
    if (entry.tries === 0 && !navigator.onLine) return
  }
  await refreshCart()
  const name = nameOf({ ...item, productId: item.product.productId })
  const arrived = keptCart
    .read()
    ?.items.find((each) => nameOf({ ...each, productId: each.product.productId }) === name)
  if (arrived) await takeOut(arrived.shoppingCartItemId)
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
