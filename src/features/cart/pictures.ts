import type { Image } from '../../../contract/common.ts'
import { keptCart } from './state.ts'

const picturesAtMost = 4

/**
 * By what a cart is known once it is an order: a picture of each thing in it, and where room is left the next ones of its
 * packages. None of a cart that is not kept here any more.
 */
export function picturesOfCart(cartId: string): Image[] {
  const cart = keptCart.read()
  const items = cart?.cartId === cartId ? cart.items : []
  const first = items.flatMap(({ thumb }) => thumb ?? [])
  const next = items.flatMap(({ thumbs }) => thumbs?.slice(1) ?? [])
  return [...first, ...next].slice(0, picturesAtMost)
}
