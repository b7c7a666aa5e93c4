import * as z from 'zod/mini'
import type { CartItem } from '../../../contract/cart.ts'
import { persisted } from '../../platform/storage/index.ts'

/** Stores the number on the cart badge. A separate module, so that the bar does not load the code of the cart. */
export const cartCount = persisted({
  key: 'cartCount',
  schema: z.number(),
  initial: 0,
  isEmpty: (n) => n === 0,
})

/** Provides the number on the badge in the bar; synchronized between tabs. */
export const cartCountAtom = cartCount.atom

type CountableItem = Pick<CartItem, 'eventId'> & { product: Pick<CartItem['product'], 'productType'> }

/** Counts the items. All gift codes of one event count as one. */
export function countItems(items: readonly CountableItem[]): number {
  const codes = items.filter((item) => item.product.productType === 'promocode')
  const eventIdsOfCodes = new Set(codes.map((item) => item.eventId))
  return items.length - codes.length + eventIdsOfCodes.size
}
