import type { Image } from '../../../contract/common.ts'
import { keptCart } from './state.ts'

const picturesAtMost = 4

/**
 * Returns the pictures that represent a cart once it is an order: one per item, then further ones of its packages while
 * there is room. Empty for a cart that is no longer cached.
 */
export function picturesOfCart(cartId: string): Image[] {
  const cart = keptCart.read()
  const items = cart?.cartId === cartId ? cart.items : []
  const first = items.flatMap(({ thumb }) => thumb ?? [])
  const next = items.flatMap(({ thumbs }) => thumbs?.slice(1) ?? [])
  return [...first, ...next].slice(0, picturesAtMost)
}
