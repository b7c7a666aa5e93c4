import * as z from 'zod/mini'
import type { CartItem } from '../../../contract/cart.ts'
import { stored } from '../../platform/storage/index.ts'

/** The number on the cart's badge, kept apart so that the bar needs none of the cart's code. */
export const cartCount = stored({ key: 'cartCount', schema: z.number(), initial: 0, isEmpty: (n) => n === 0 })

/** For the badge in the bar; follows other tabs too. */
export const cartCountAtom = cartCount.atom

type Counted = Pick<CartItem, 'eventId'> & { product: Pick<CartItem['product'], 'productType'> }

/** Every item counts, but the gift codes of one event count as one. */
export function countOf(items: readonly Counted[]): number {
  const codes = items.filter((item) => item.product.productType === 'promocode')
  const eventsOfCodes = new Set(codes.map((item) => item.eventId))
  return items.length - codes.length + eventsOfCodes.size
}
