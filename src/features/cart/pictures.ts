import type { Image } from '../../../contract/common.ts'
import { cachedCart } from './state.ts'

const maxPictures = 4

/**
 * Returns the pictures that represent a cart once it is an order: one per item, then further ones of its packages while
 * there is room. Empty for a cart that is no longer cached.
 */
export function listCartPictures(cartId: string): Image[] {
  const cart = cachedCart.read()
  const items = cart?.cartId === cartId ? cart.items : []
  const firstPictures = items.flatMap(({ thumb }) => thumb ?? [])
  const furtherPictures = items.flatMap(({ thumbs }) => thumbs?.slice(1) ?? [])
  return [...firstPictures, ...furtherPictures].slice(0, maxPictures)
}
