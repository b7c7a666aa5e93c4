import { type CartItem, getCart, removeCartItem, removeCartItems } from '../../../../contract/cart.ts'
import { isApiError, request } from '../../../lib/api.ts'
import type { CartRemoval } from './bodies.ts'
import { getCurrentCartId } from './carts.ts'
import { isCartClosed } from './create-cart.ts'

/**
 * Removes items from a cart. Missing items and closed carts count as removed. An item that was added again since, under another
 * id, remains.
 */
export async function removeFromCart(removal: CartRemoval, signal: AbortSignal): Promise<void> {
  const { itemIds, targets = [] } = removal
  const shoppingCartId = targets.length > 0 ? await getCurrentCartId(removal.cartId) : removal.cartId
  try {
    const isAllFound = await removeById(shoppingCartId, itemIds, signal)
    if (isAllFound || targets.length === 0) return
    const { items } = await request(getCart, { params: { shoppingCartId }, signal })
    await removeById(shoppingCartId, resolveItemIds(removal, items), signal)
  } catch (error) {
    if (!isCartClosed(error) && !isApiError(error, 'CartNotFound')) throw error
  }
}

/** @returns whether the item is known to have existed; the service does not report this for several items */
async function removeById(shoppingCartId: string, itemIds: string[], signal: AbortSignal): Promise<boolean> {
  const params = { shoppingCartId }
  const [singleItemId, second] = itemIds
  if (singleItemId === undefined) return false
  if (second !== undefined) {
    await request(removeCartItems, { params, body: itemIds, signal })
    return false
  }
  try {
    await request(removeCartItem, { params: { ...params, itemId: singleItemId }, signal })
    return true
  } catch (error) {
    if (!isApiError(error, 'NotFound')) throw error
    return false
  }
}

/** Returns the current ids of the items to remove. */
function resolveItemIds({ targets = [], stay = [] }: CartRemoval, items: readonly CartItem[]): string[] {
  const remainingItems = items.filter(({ shoppingCartItemId }) => !stay.includes(shoppingCartItemId))
  return targets.flatMap((target) => {
    const itemIndex = remainingItems.findIndex(
      (item) =>
        item.product.productId === target.productId &&
        item.photoId === target.photoId &&
        item.videoId === target.videoId &&
        item.frameId === target.frameId,
    )
    return itemIndex < 0
      ? []
      : remainingItems.splice(itemIndex, 1).map(({ shoppingCartItemId }) => shoppingCartItemId)
  })
}
